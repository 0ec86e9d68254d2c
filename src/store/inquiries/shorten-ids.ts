import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';

// The first 8 characters of a UUIDv7 change about once a minute; shorter prefixes would often be
// ambiguous.
const minLength = 8;

/** Shortens each id to its unique prefix of at least 8 characters. */
export async function shortenIds({ db }: Store, ids: string[]): Promise<string[]> {
  return wrapStoreErrors('The ids could not be read', () => Promise.all(ids.map(shorten)));

  async function shorten(id: string) {
    const before = db.selectFrom('inquiries').select('id').where('id', '<', id);
    const after = db.selectFrom('inquiries').select('id').where('id', '>', id);
    const neighbours = [
      await before.orderBy('id', 'desc').limit(1).executeTakeFirst(),
      await after.orderBy('id').limit(1).executeTakeFirst(),
    ];
    const lengths = neighbours.map((neighbour) => getCommonPrefixLength(id, neighbour?.id ?? ''));
    return id.slice(0, Math.max(minLength, ...lengths.map((length) => length + 1)));
  }
}

function getCommonPrefixLength(id: string, other: string) {
  let length = 0;
  while (length < id.length && id[length] === other[length]) length++;
  return length;
}

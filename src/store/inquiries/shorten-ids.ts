import { orUnavailable } from '../store-errors.ts';
import type { Store } from '../store.ts';

// A minute's inquiries share so much: shorter ones would stop being unique with the next arrival.
const shortest = 8;

/** For each id of the store, its shortest beginning that no other starts with, 8 at least. */
export async function shortenIds({ db }: Store, ids: string[]): Promise<string[]> {
  return orUnavailable('The ids could not be read', () => Promise.all(ids.map(shorten)));

  async function shorten(id: string) {
    const before = db.selectFrom('inquiries').select('id').where('id', '<', id);
    const after = db.selectFrom('inquiries').select('id').where('id', '>', id);
    const neighbours = [
      await before.orderBy('id', 'desc').limit(1).executeTakeFirst(),
      await after.orderBy('id').limit(1).executeTakeFirst(),
    ];
    const shared = neighbours.map((neighbour) => sharedLength(id, neighbour?.id ?? ''));
    return id.slice(0, Math.max(shortest, ...shared.map((length) => length + 1)));
  }
}

function sharedLength(id: string, other: string) {
  let length = 0;
  while (length < id.length && id[length] === other[length]) length++;
  // A beginning that ends in a hyphen is no longer than the one without it.
  return id[length] === '-' ? length + 1 : length;
}

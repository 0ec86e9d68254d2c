import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';

// The first 8 characters of a UUIDv7 change about once a minute; shorter prefixes would often be
// ambiguous.
const minLength = 8;

const batchSize = 500;

/** Shortens each id to its unique prefix of at least 8 characters. */
export async function shortenIds({ db }: Store, ids: string[]): Promise<string[]> {
  const shortIds = new Map<string, string>();
  for (let done = 0; done < ids.length; done += batchSize) {
    const rows = await readNeighbors(ids.slice(done, done + batchSize));
    for (const { id, before, after } of rows) {
      const lengths = [before, after].map((other) => getCommonPrefixLength(id, other ?? '') + 1);
      shortIds.set(id, id.slice(0, Math.max(minLength, ...lengths)));
    }
  }
  return ids.map((id) => shortIds.get(id) ?? id);

  /** Reads the ids that precede and follow each of `batch` in the store. */
  function readNeighbors(batch: string[]) {
    return wrapStoreErrors('The ids could not be read', () =>
      db
        .selectFrom('inquiries')
        .select(({ selectFrom }) => {
          const others = selectFrom('inquiries as other');
          return [
            'id',
            others
              .select(({ fn }) => fn.max('other.id').as('id'))
              .whereRef('other.id', '<', 'inquiries.id')
              .as('before'),
            others
              .select(({ fn }) => fn.min('other.id').as('id'))
              .whereRef('other.id', '>', 'inquiries.id')
              .as('after'),
          ];
        })
        .where('id', 'in', batch)
        .execute(),
    );
  }
}

function getCommonPrefixLength(id: string, other: string) {
  let length = 0;
  while (length < id.length && id[length] === other[length]) length++;
  return length;
}

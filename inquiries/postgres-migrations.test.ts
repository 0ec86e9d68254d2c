import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { bareDatabase } from '../test/temporary-database.ts';
import { temporaryStore } from '../test/temporary-store.ts';
import { openStore } from './store.ts';

describe('the tables', () => {
  it('are created once by processes that start at once', async () => {
    const location = await bareDatabase();
    const stores = await Promise.all([1, 2, 3, 4].map(() => openStore(location)));
    const [first, ...others] = stores.map(({ hashKey }) => hashKey.toString('hex'));
    expect(others).toEqual([first, first, first]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('compare ids and times by their bytes, so that any two of them can be compared', async () => {
    const { store } = await temporaryStore();
    const { rows } = await sql`
      select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%' and data_type = 'text'
        and (column_name ~ '^(id|at)$' or column_name ~ '_(id|at)$')
        and collation_name is distinct from 'C'`.execute(store.db);
    expect(rows).toEqual([]);
  });
});

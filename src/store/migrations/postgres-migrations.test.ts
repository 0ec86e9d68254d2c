import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';

it('the tables collate all ids and times by bytes', async () => {
  const { store } = await temporaryStore();
  const { rows } = await sql`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' and data_type = 'text'
      and (column_name ~ '^(id|at)$' or column_name ~ '_(id|at)$')
      and collation_name is distinct from 'C'`.execute(store.db);
  expect(rows).toEqual([]);
});

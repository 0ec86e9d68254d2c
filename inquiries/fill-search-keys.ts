import { type Kysely, sql } from 'kysely';
import { searchKeys } from './search-keys.ts';

const batchSize = 1000;

interface Row {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  company: string;
}

/** For a migration: gives the inquiries that are there already what they are found by. */
export async function fillSearchKeys(db: Kysely<unknown>): Promise<void> {
  let rows: Row[];
  let last = '';
  do {
    const batch = await sql<Row>`
      select id, first_name, last_name, email, company from inquiries
      where id > ${last} order by id limit ${batchSize}`.execute(db);
    rows = batch.rows;
    for (const { id, first_name: firstName, last_name: lastName, email, company } of rows) {
      const keys = searchKeys({ firstName, lastName, email, company });
      await sql`
        update inquiries
        set search_name = ${keys.searchName}, search_surname = ${keys.searchSurname},
          search_email = ${keys.searchEmail}, search_company = ${keys.searchCompany}
        where id = ${id}`.execute(db);
      last = id;
    }
  } while (rows.length === batchSize);
}

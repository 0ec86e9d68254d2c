import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

export const migration: Migration = {
  name: '0002-follow-up',

  async up(db, { byteOrder, tableOptions }) {
    await sql`
      alter table inquiries add column qualified integer check (qualified in (0, 1))`.execute(db);
    await sql`
      create table inquiry_events (
        inquiry_id text ${byteOrder} not null references inquiries (id) on delete cascade,
        number integer not null,
        at text ${byteOrder} not null check (length(at) = 24),
        status text not null
          check (status in ('new', 'reviewed', 'responded', 'declined', 'spam')),
        qualified integer check (qualified in (0, 1)),
        changed_by text check (length(changed_by) between 1 and 100),
        note text check (length(note) between 1 and 2000),
        primary key (inquiry_id, number)
      ) ${tableOptions}`.execute(db);
    await sql`
      create index inquiries_by_status on inquiries (status, received_at, id)`.execute(db);
    await sql`
      create index qualified_inquiries_by_status on inquiries (status, received_at, id)
      where qualified = 1`.execute(db);

    for (const column of ['search_name', 'search_surname', 'search_email', 'search_company']) {
      const key = sql.ref(column);
      await sql`
        alter table inquiries
        add column ${key} text ${byteOrder} not null default ''`.execute(db);
    }
    await fillSearchKeys(db);
    for (const column of ['search_name', 'search_surname', 'search_email', 'search_company']) {
      // Includes the sort columns, so that a search reads the index only.
      await sql`
        create index ${sql.ref(`inquiries_by_${column}`)}
        on inquiries (${sql.ref(column)}, received_at, id)`.execute(db);
    }
  },
};

const batchSize = 1000;

interface Row {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  company: string;
}

/** Fills the search keys of existing inquiries. */
async function fillSearchKeys(db: Kysely<unknown>) {
  let rows: Row[];
  let last = '';
  do {
    const batch = await sql<Row>`
      select id, first_name, last_name, email, company from inquiries
      where id > ${last} order by id limit ${batchSize}`.execute(db);
    rows = batch.rows;
    for (const { id, first_name: first, last_name: surname, email, company } of rows) {
      await sql`
        update inquiries
        set search_name = ${toSearchKey(`${first} ${surname}`)},
          search_surname = ${toSearchKey(`${surname} ${first}`)},
          search_email = ${toSearchKey(email)},
          search_company = ${toSearchKey(company)}
        where id = ${id}`.execute(db);
      last = id;
    }
  } while (rows.length === batchSize);
}

// Frozen copy of this version's rule. Changing the rule needs another migration.
const toSearchKey = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 800);

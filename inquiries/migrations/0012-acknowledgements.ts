import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Remembers which addresses were acknowledged, by a keyed hash, to limit how many are. */
export const migration: Migration = {
  name: '0012-acknowledgements',

  async up(db, { byteOrder, tableOptions }) {
    await sql`
      create table acknowledgements (
        address text not null primary key,
        inquiry_id text ${byteOrder} not null
          references inquiries (id) on delete cascade,
        queued_at text ${byteOrder} not null check (length(queued_at) = 24)
      ) ${tableOptions}`.execute(db);
    await sql`create index acknowledgements_by_time on acknowledgements (queued_at)`.execute(db);
    await sql`create index acknowledgements_by_inquiry on acknowledgements (inquiry_id)`.execute(
      db,
    );
  },
};

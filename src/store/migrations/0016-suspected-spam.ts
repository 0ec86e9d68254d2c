import { sql } from 'kysely';
import { buildIndex, type Migration } from './migration.ts';

/** Adds the reason of a suspicion, and a key that finds equal messages. */
export const migration: Migration = {
  name: '0016-suspected-spam',
  compatibleFrom: '0013-search-by-domain',
  runsOutsideTransaction: true,

  async up(db, { kind, byteOrder }) {
    // For reruns. SQLite runs this in a transaction.
    const ifMissing = kind === 'postgres' ? sql`if not exists` : sql``;
    if (kind === 'postgres') await sql`set lock_timeout to 1000`.execute(db);
    for (const column of [
      sql`suspected_spam text check (length(suspected_spam) between 1 and 100)`,
      sql`message_key text ${byteOrder}`,
    ]) {
      await sql`alter table inquiries add column ${ifMissing} ${column}`.execute(db);
    }
    if (kind === 'postgres') await sql`set lock_timeout to 0`.execute(db);
    const on = sql`inquiries (message_key, received_at) where message_key is not null`;
    await buildIndex(db, kind, { name: 'inquiries_by_message', on });
  },
};

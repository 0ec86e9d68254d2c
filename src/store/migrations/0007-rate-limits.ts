import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const migration: Migration = {
  name: '0007-rate-limits',

  async up(db, { byteOrder, kind }) {
    if (kind !== 'postgres') return;
    // As rate-limiter-flexible reads and writes it; keys are keyed hashes. What is lost in a
    // crash may be sent again: that is no reason to wait for the disk.
    await sql`
      create unlogged table rate_limits (
        key text ${byteOrder} not null primary key,
        points integer not null,
        expire bigint
      )`.execute(db);
    await sql`create index rate_limits_by_expiry on rate_limits (expire)`.execute(db);
  },
};

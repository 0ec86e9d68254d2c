import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const migration: Migration = {
  name: '0007-rate-limits',

  async up(db, { byteOrder, kind }) {
    if (kind !== 'postgres') return;
    // Schema of rate-limiter-flexible; keys are HMACs. Unlogged, because losing the counters in a
    // crash is acceptable.
    await sql`
      create unlogged table rate_limits (
        key text ${byteOrder} not null primary key,
        points integer not null,
        expire bigint
      )`.execute(db);
    await sql`create index rate_limits_by_expiry on rate_limits (expire)`.execute(db);
  },
};

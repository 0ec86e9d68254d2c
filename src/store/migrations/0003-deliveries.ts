import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const migration: Migration = {
  name: '0003-deliveries',

  async up(db, { byteOrder, tableOptions }) {
    await sql`
      create table deliveries (
        inquiry_id text ${byteOrder} not null references inquiries (id) on delete cascade,
        destination text not null check (length(destination) between 1 and 50),
        state text not null check (state in ('waiting', 'delivered', 'failed')),
        attempts integer not null check (attempts >= 0),
        first_attempt_at text ${byteOrder},
        next_attempt_at text ${byteOrder} not null,
        delivered_at text ${byteOrder},
        last_error text check (length(last_error) between 1 and 200),
        lease text,
        lease_ends_at text ${byteOrder},
        primary key (inquiry_id, destination),
        check ((lease is null) = (lease_ends_at is null))
      ) ${tableOptions}`.execute(db);
    await sql`
      create index deliveries_by_due_time
      on deliveries (state, destination, next_attempt_at, inquiry_id)`.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const migration: Migration = {
  name: '0005-notices',

  async up(db, { byteOrder, tableOptions }) {
    // SQLite cannot alter keys and checks, so the table is rebuilt.
    await sql`drop index deliveries_by_due_time`.execute(db);
    await sql`alter table deliveries rename to earlier_deliveries`.execute(db);
    await sql`
      create table deliveries (
        kind text not null check (length(kind) between 1 and 50),
        destination text not null check (length(destination) between 1 and 50),
        inquiry_id text ${byteOrder} references inquiries (id) on delete cascade,
        day text ${byteOrder} check (length(day) = 10),
        state text not null check (state in ('waiting', 'delivered', 'failed', 'void')),
        attempts integer not null check (attempts >= 0),
        first_attempt_at text ${byteOrder},
        next_attempt_at text ${byteOrder} not null,
        delivered_at text ${byteOrder},
        last_error text check (length(last_error) between 1 and 200),
        lease text,
        lease_ends_at text ${byteOrder},
        check ((inquiry_id is null) = (day is not null)),
        check ((kind = 'digest') = (day is not null)),
        check ((lease is null) = (lease_ends_at is null))
      ) ${tableOptions}`.execute(db);
    await sql`
      insert into deliveries (
        kind, destination, inquiry_id, state, attempts, first_attempt_at, next_attempt_at,
        delivered_at, last_error, lease, lease_ends_at
      )
      select
        'received', destination, inquiry_id, state, attempts, first_attempt_at,
        next_attempt_at, delivered_at, last_error, lease, lease_ends_at
      from earlier_deliveries`.execute(db);
    await sql`drop table earlier_deliveries`.execute(db);
    await sql`
      create unique index deliveries_by_inquiry
      on deliveries (inquiry_id, destination, kind)`.execute(db);
    await sql`
      create unique index digests_by_day
      on deliveries (day, destination) where day is not null`.execute(db);
    await sql`
      create index deliveries_by_due_time
      on deliveries (state, destination, next_attempt_at, inquiry_id)`.execute(db);
    await sql`create index deliveries_by_time on deliveries (next_attempt_at)`.execute(db);
  },
};

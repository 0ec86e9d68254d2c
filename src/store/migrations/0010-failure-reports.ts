import { type Kysely, sql } from 'kysely';
import type { Migration, SchemaDialect } from './migration.ts';

/** Adds outage reports, which have neither inquiry nor day, and counts redeliveries. */
export const migration: Migration = {
  name: '0010-failure-reports',

  async up(db, dialect) {
    const { kind, byteOrder, tableOptions } = dialect;
    await (kind === 'sqlite' ? rebuildDeliveries(db, dialect) : alterDeliveries(db));
    // Last outage of each destination; ongoing while `ended_at` is null.
    await sql`
      create table outages (
        destination text not null primary key check (length(destination) between 1 and 50),
        began_at text ${byteOrder} not null check (length(began_at) = 24),
        ended_at text ${byteOrder} check (length(ended_at) = 24),
        given_up integer not null check (given_up >= 1),
        last_error text not null check (length(last_error) between 1 and 200)
      ) ${tableOptions}`.execute(db);
  },
};

async function alterDeliveries(db: Kysely<unknown>) {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where conrelid = 'deliveries'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%inquiry_id%day%'`.execute(db);
  for (const { name } of rows) {
    await sql`alter table deliveries drop constraint ${sql.ref(name)}`.execute(db);
  }
  // `not valid` skips a full scan: existing rows satisfy the stricter old check.
  await sql`
    alter table deliveries
    add check (inquiry_id is null or day is null) not valid`.execute(db);
  await sql`
    alter table deliveries
    add column redeliveries integer not null default 0 check (redeliveries >= 0)`.execute(db);
}

/** Rebuilds the table, because SQLite cannot alter a check. */
async function rebuildDeliveries(db: Kysely<unknown>, { byteOrder, tableOptions }: SchemaDialect) {
  await sql`
    create table new_deliveries (
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
      redeliveries integer not null default 0 check (redeliveries >= 0),
      check (inquiry_id is null or day is null),
      check ((kind = 'digest') = (day is not null)),
      check ((lease is null) = (lease_ends_at is null))
    ) ${tableOptions}`.execute(db);
  const columns = sql.raw(
    'kind, destination, inquiry_id, day, state, attempts, first_attempt_at, next_attempt_at, ' +
      'delivered_at, last_error, lease, lease_ends_at',
  );
  await sql`
    insert into new_deliveries (${columns}) select ${columns} from deliveries`.execute(db);
  await sql`drop table deliveries`.execute(db);
  await sql`alter table new_deliveries rename to deliveries`.execute(db);
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
}

import { type Kysely, sql } from 'kysely';
import type { Migration, SchemaDialect } from './migration.ts';

/** Migrations of 1.0.0 up to this schema. They are recorded, so that 1.0.0 opens a new store. */
const included = [
  '0001-inquiries',
  '0002-follow-up',
  '0003-deliveries',
  '0004-follow-up-links',
  '0005-notices',
  '0006-search-by-status',
  '0007-rate-limits',
  '0008-search-by-arrival',
  '0009-compatible-programs',
  '0010-failure-reports',
  '0011-one-report-each',
  '0012-search-by-key',
];

/** Creates the tables of 1.0.0 in an empty database. Frozen, as migrations are. */
export const schema: Migration = {
  name: '0013-search-by-domain',
  compatibleFrom: '0011-one-report-each',
  included,

  async up(db, dialect) {
    await createInquiries(db, dialect);
    await createDeliveries(db, dialect);
    const { kind, byteOrder, tableOptions } = dialect;
    await sql`
      create table secrets (
        name text not null primary key,
        value text not null
      ) ${tableOptions}`.execute(db);
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

async function createInquiries(
  db: Kysely<unknown>,
  { kind, byteOrder, tableOptions }: SchemaDialect,
) {
  await sql`
    create table inquiries (
      id text ${byteOrder} not null primary key check (length(id) = 36),
      received_at text ${byteOrder} not null check (length(received_at) = 24),
      status text not null
        check (status in ('new', 'reviewed', 'responded', 'declined', 'spam')),
      first_name text not null check (length(first_name) between 1 and 100),
      last_name text not null check (length(last_name) between 1 and 100),
      email text not null check (length(email) between 6 and 254),
      company text not null check (length(company) between 1 and 200),
      role text not null check (length(role) between 1 and 200),
      persona text not null
        check (persona in ('founder', 'investor', 'operator', 'advisor', 'other')),
      company_size text not null
        check (company_size in ('1-10', '11-50', '51-200', '201-1000', '1000+')),
      industry text not null check (length(industry) between 1 and 200),
      funding_stage text check (length(funding_stage) between 1 and 200),
      investment_amount text check (length(investment_amount) between 1 and 200),
      timeline text not null check (
        timeline in ('immediate', '1-3months', '3-6months', '6-12months', 'exploratory')
      ),
      message text not null check (length(message) between 10 and 5000),
      qualified integer check (qualified in (0, 1)),
      search_name text ${byteOrder} not null default '',
      search_surname text ${byteOrder} not null default '',
      search_email text ${byteOrder} not null default '',
      search_company text ${byteOrder} not null default '',
      check (
        persona in ('founder', 'investor')
        or (funding_stage is null and investment_amount is null)
      )
    ) ${tableOptions}`.execute(db);
  const domain =
    kind === 'postgres'
      ? sql`split_part(search_email, '@', 2)`
      : sql`substr(search_email, instr(search_email, '@') + 1)`;
  // Each ends with the sort columns, so that a search reads the index only.
  for (const [name, key] of [
    ['name', sql`search_name`],
    ['surname', sql`search_surname`],
    ['email', sql`search_email`],
    ['company', sql`search_company`],
    ['domain', sql`(${domain})`],
    ['status', sql`status`],
  ] as const) {
    await sql`
      create index ${sql.ref(`inquiries_by_${name}`)}
      on inquiries (${key}, received_at, id)`.execute(db);
  }
  await sql`create index inquiries_by_arrival on inquiries (received_at, id)`.execute(db);
  await sql`
    create index qualified_inquiries_by_status on inquiries (status, received_at, id)
    where qualified = 1`.execute(db);

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
    create table used_links (
      inquiry_id text ${byteOrder} not null,
      action text not null check (length(action) between 1 and 20),
      expires_at text ${byteOrder} not null check (length(expires_at) = 24),
      event_number integer not null,
      primary key (inquiry_id, action, expires_at),
      foreign key (inquiry_id, event_number)
        references inquiry_events (inquiry_id, number) on delete cascade
    ) ${tableOptions}`.execute(db);

  // Deferred, so that a key can be inserted before its inquiry.
  await sql`
    create table idempotency_keys (
      key text not null primary key,
      inquiry_id text ${byteOrder} not null
        references inquiries (id) on delete cascade deferrable initially deferred,
      fingerprint text not null,
      expires_at text ${byteOrder}
    ) ${tableOptions}`.execute(db);
  await sql`
    create index idempotency_keys_by_inquiry on idempotency_keys (inquiry_id)`.execute(db);
  await sql`
    create index idempotency_keys_by_expiry on idempotency_keys (expires_at)`.execute(db);
}

async function createDeliveries(db: Kysely<unknown>, { byteOrder, tableOptions }: SchemaDialect) {
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
      redeliveries integer not null default 0 check (redeliveries >= 0),
      check (inquiry_id is null or day is null),
      check ((kind = 'digest') = (day is not null)),
      check ((lease is null) = (lease_ends_at is null))
    ) ${tableOptions}`.execute(db);
  await sql`
    create unique index deliveries_by_inquiry
    on deliveries (inquiry_id, destination, kind)`.execute(db);
  await sql`
    create unique index digests_by_day
    on deliveries (day, destination) where day is not null`.execute(db);
  await sql`
    create unique index reports_by_kind
    on deliveries (kind, destination) where inquiry_id is null and day is null`.execute(db);
  await sql`
    create index deliveries_by_due_time
    on deliveries (state, destination, next_attempt_at, inquiry_id)`.execute(db);
  await sql`create index deliveries_by_time on deliveries (next_attempt_at)`.execute(db);

  // Last outage of each destination; ongoing while `ended_at` is null.
  await sql`
    create table outages (
      destination text not null primary key check (length(destination) between 1 and 50),
      began_at text ${byteOrder} not null check (length(began_at) = 24),
      ended_at text ${byteOrder} check (length(ended_at) = 24),
      given_up integer not null check (given_up >= 1),
      last_error text not null check (length(last_error) between 1 and 200)
    ) ${tableOptions}`.execute(db);
}

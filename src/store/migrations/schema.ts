import { type Kysely, sql } from 'kysely';
import { dropContentChecks } from './drop-content-checks.ts';

type DatabaseKind = 'sqlite' | 'postgres';

/** A schema migration. Frozen once released. */
export interface Migration {
  /**
   * The major version and a number, such as `2-01-events`. Names of a firm's own migrations begin
   * with `2-own`, such as `2-own-01-phone`; the project never uses that prefix. Within a major
   * version, migrations only add, or drop checks.
   */
  name: `2-${string}`;
  up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void>;
}

/**
 * All migrations, in order: the tables of 2.0.0, later ones of the project, then those of a firm.
 */
export const allMigrations: readonly Migration[] = [
  { name: '2-01-events', up: (db, kind) => execute(createTables(kind))(db) },
  {
    name: '2-02-acknowledgements',
    // Lets the limit of acknowledgements read only those of a day.
    up: execute(
      `create index acknowledgements_by_time on events (at) where kind = 'acknowledgement'`,
    ),
  },
  {
    name: '2-03-pending-recipients',
    up: execute(`alter table deliveries add column pending_recipients text`),
  },
  {
    name: '2-04-suspected-spam',
    // Lets a digest count both kinds without reading rows. For that, SQLite needs the last column.
    up: execute(`create index inquiries_by_status_without_suspicion
  on inquiries (status, received_at, id, suspected_spam)
  where suspected_spam is null;
create index suspected_inquiries_by_status
  on inquiries (status, received_at, id, suspected_spam)
  where suspected_spam is not null`),
  },
  {
    name: '2-05-skipped-deliveries',
    // `digest` references no event: digests are deleted after a year, inquiries perhaps later.
    up: execute(`alter table deliveries add column skip_reason text;
alter table deliveries add column digest integer;
create index skipped_deliveries on deliveries (skip_reason, digest, event)
  where skip_reason is not null`),
  },
  { name: '2-06-content-checks', up: dropContentChecks },
  {
    name: '2-07-deletions',
    // Lets the maintenance read deletions of the same time in batches.
    up: execute(`create index deletions_by_time on events (at, id) where kind = 'deleted'`),
  },
  {
    name: '2-08-last-reminder',
    // Lets a reminder read only the inquiries that it may still concern.
    up: execute(`alter table inquiries add column last_reminder text;
create index unreminded_review_soon on inquiries (status, received_at, id)
  where status = 'new' and suspected_spam is null
    and last_reminder is distinct from 'review-soon';
create index unreminded_review_late on inquiries (status, received_at, id)
  where status = 'new' and suspected_spam is null
    and last_reminder is distinct from 'review-late';
create index unreminded_response_soon on inquiries (status, received_at, id)
  where status = 'reviewed' and qualified = 1
    and last_reminder is distinct from 'response-soon';
create index unreminded_response_late on inquiries (status, received_at, id)
  where status = 'reviewed' and qualified = 1
    and last_reminder is distinct from 'response-late'`),
  },
];

/**
 * The tables of 2.0.0. `byteOrder` is for ids, times, and keys that are searched by prefix:
 * PostgreSQL refuses to compare columns of different collations. `2-06-content-checks` drops the
 * choices, statuses and most lengths.
 */
function createTables(kind: DatabaseKind) {
  const isSqlite = kind === 'sqlite';
  const countedKey = `integer ${isSqlite ? 'not null' : 'generated always as identity'} primary key`;
  const byteOrder = isSqlite ? 'collate binary' : 'collate "C"';
  const options = isSqlite ? 'strict' : '';
  return `
create table inquiries (
  id text ${byteOrder} not null primary key check (length(id) = 36),
  received_at text ${byteOrder} not null check (length(received_at) = 24),
  status text not null check (status in ('new', 'reviewed', 'responded', 'declined', 'spam')),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  email text not null check (length(email) between 6 and 254),
  company text not null check (length(company) between 1 and 200),
  role text not null check (length(role) between 1 and 200),
  persona text not null check (persona in ('founder', 'investor', 'operator', 'advisor', 'other')),
  company_size text not null
    check (company_size in ('1-10', '11-50', '51-200', '201-1000', '1000+')),
  industry text not null check (length(industry) between 1 and 200),
  funding_stage text check (length(funding_stage) between 1 and 200),
  investment_amount text check (length(investment_amount) between 1 and 200),
  timeline text not null
    check (timeline in ('immediate', '1-3months', '3-6months', '6-12months', 'exploratory')),
  message text not null check (length(message) between 10 and 5000),
  qualified integer check (qualified in (0, 1)),
  assignee text check (length(assignee) between 1 and 100),
  assigned_at text ${byteOrder} check (length(assigned_at) = 24),
  suspected_spam text check (length(suspected_spam) between 1 and 100),
  search_email text ${byteOrder} not null default '',
  message_key text ${byteOrder},
  check (
    persona in ('founder', 'investor') or (funding_stage is null and investment_amount is null)
  )
) ${options};
create index inquiries_by_arrival on inquiries (received_at, id);
create index inquiries_by_status on inquiries (status, received_at, id);
create index qualified_inquiries_by_status on inquiries (status, received_at, id)
  where qualified = 1;
create index inquiries_by_email on inquiries (search_email, received_at, id);
create index inquiries_by_message on inquiries (message_key, received_at)
  where message_key is not null;

create table events (
  number ${countedKey},
  id text ${byteOrder} not null unique check (length(id) between 1 and 120),
  kind text not null check (length(kind) between 1 and 20),
  inquiry_id text ${byteOrder} references inquiries (id) on delete cascade,
  at text ${byteOrder} not null check (length(at) = 24),
  status text check (status in ('new', 'reviewed', 'responded', 'declined', 'spam')),
  qualified integer check (qualified in (0, 1)),
  assignee text check (length(assignee) <= 100),
  changed_by text check (length(changed_by) between 1 and 100),
  note text check (length(note) between 1 and 2000),
  about text check (length(about) between 1 and 50),
  check ((kind = 'changed') = (status is not null))
) ${options};
create index events_by_inquiry on events (inquiry_id, number);
create index events_by_kind on events (kind, at) where inquiry_id is null;

create table deliveries (
  event integer not null references events (number) on delete cascade,
  destination text not null check (length(destination) between 1 and 50),
  state text not null check (state in ('waiting', 'delivered', 'failed', 'void')),
  attempts integer not null check (attempts >= 0),
  first_attempt_at text ${byteOrder},
  next_attempt_at text ${byteOrder} not null,
  delivered_at text ${byteOrder},
  last_error text check (length(last_error) between 1 and 200),
  lease text,
  lease_ends_at text ${byteOrder},
  redeliveries integer not null check (redeliveries >= 0),
  primary key (event, destination),
  check ((lease is null) = (lease_ends_at is null))
) ${options};
create index deliveries_by_due_time on deliveries (state, destination, next_attempt_at, event);
create index deliveries_by_time on deliveries (next_attempt_at, event);

create table used_links (
  inquiry_id text ${byteOrder} not null,
  action text not null check (length(action) between 1 and 20),
  expires_at text ${byteOrder} not null check (length(expires_at) = 24),
  event integer not null unique references events (number) on delete cascade,
  primary key (inquiry_id, action, expires_at)
) ${options};

create table idempotency_keys (
  key text not null primary key,
  -- Deferred, so that a key can be inserted before its inquiry.
  inquiry_id text ${byteOrder} not null
    references inquiries (id) on delete cascade deferrable initially deferred,
  fingerprint text not null,
  expires_at text ${byteOrder}
) ${options};
create index idempotency_keys_by_inquiry on idempotency_keys (inquiry_id);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);

create table secrets (
  name text not null primary key,
  value text not null
) ${options}`;
}

/** Creates a migration that executes statements. */
function execute(statements: string) {
  return async (db: Kysely<unknown>) => {
    for (const statement of statements.split(';\n')) await sql.raw(statement).execute(db);
  };
}

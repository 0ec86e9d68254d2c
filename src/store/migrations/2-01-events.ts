import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DatabaseKind, Migration } from './migration.ts';

/**
 * Creates the tables of 2.0.0 in an empty database, or moves those of 1.0.0 or later into them: the
 * history, and what the kinds of deliveries told, become events.
 */
export const migration: Migration = {
  name: '2-01-events',
  async up(db, kind) {
    const dialect = dialects[kind];
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const applied = new Set(rows.map(({ name }) => name));
    const isNew = applied.size === 0;
    if (isNew) await createInquiries(db, dialect);
    if (!isNew) await setOldTablesAside(db);
    await addColumnsSince1(db, dialect, applied);
    await createEvents(db, dialect);
    if (isNew) return;
    // With SQLite's default of 2 MB, a large store takes twice as long.
    if (kind === 'sqlite') await sql`pragma cache_size = -100000`.execute(db);
    await moveToEvents(db, dialect);
    if (kind === 'sqlite') await sql`pragma cache_size = -2000`.execute(db);
  },
};

/** SQL that differs between databases. */
interface Dialect {
  /** Clause after a table's columns. */
  tableOptions: RawBuilder<unknown>;
  /** Type and constraint of a key that the database counts up. */
  countedKey: RawBuilder<unknown>;
  /**
   * Collation by bytes, for ids, times, and keys that are searched by prefix. PostgreSQL refuses to
   * compare columns of different collations.
   */
  byteOrder: RawBuilder<unknown>;
}

const dialects: Record<DatabaseKind, Dialect> = {
  sqlite: {
    tableOptions: sql`strict`,
    countedKey: sql`integer not null primary key`,
    byteOrder: sql`collate binary`,
  },
  postgres: {
    tableOptions: sql``,
    countedKey: sql`integer generated always as identity primary key`,
    byteOrder: sql`collate "C"`,
  },
};

/**
 * Creates the tables that stay as 1.0.0 created them. Databases count code points, so the limits of
 * inquiry.ts, in UTF-16 code units, are the stricter ones.
 */
async function createInquiries(db: Kysely<unknown>, { byteOrder, tableOptions }: Dialect) {
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
      search_email text ${byteOrder} not null default '',
      check (
        persona in ('founder', 'investor')
        or (funding_stage is null and investment_amount is null)
      )
    ) ${tableOptions}`.execute(db);
  await sql`
    create index inquiries_by_email on inquiries (search_email, received_at, id)`.execute(db);
  await sql`create index inquiries_by_status on inquiries (status, received_at, id)`.execute(db);
  await sql`create index inquiries_by_arrival on inquiries (received_at, id)`.execute(db);
  await sql`
    create index qualified_inquiries_by_status on inquiries (status, received_at, id)
    where qualified = 1`.execute(db);

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
  await sql`
    create table secrets (
      name text not null primary key,
      value text not null
    ) ${tableOptions}`.execute(db);
}

/** Frees the names of tables and indexes that 2.0.0 creates, and drops the keys of a search by prefix. */
async function setOldTablesAside(db: Kysely<unknown>) {
  await sql`alter table deliveries rename to old_deliveries`.execute(db);
  await sql`create temporary table old_used_links as select * from used_links`.execute(db);
  await sql`drop table used_links`.execute(db);
  for (const index of [
    ...['deliveries_by_inquiry', 'digests_by_day', 'reports_by_kind'],
    ...['deliveries_by_due_time', 'deliveries_by_time', 'inquiries_by_domain'],
    ...['inquiries_by_name', 'inquiries_by_surname', 'inquiries_by_company'],
  ]) {
    await sql`drop index ${sql.ref(index)}`.execute(db);
  }
  for (const column of ['search_name', 'search_surname', 'search_company']) {
    await sql`alter table inquiries drop column ${sql.ref(column)}`.execute(db);
  }
}

/** Adds what came after 1.0.0, unless a later version of 1.x did. */
async function addColumnsSince1(db: Kysely<unknown>, { byteOrder }: Dialect, applied: Set<string>) {
  if (!applied.has('0015-assignee')) {
    await sql`
      alter table inquiries
      add column assignee text check (length(assignee) between 1 and 100)`.execute(db);
    await sql`
      alter table inquiries
      add column assigned_at text ${byteOrder} check (length(assigned_at) = 24)`.execute(db);
    if (applied.size) {
      await sql`alter table inquiry_events add column assignee text`.execute(db);
    }
  }
  if (!applied.has('0016-suspected-spam')) {
    await sql`
      alter table inquiries
      add column suspected_spam text check (length(suspected_spam) between 1 and 100)`.execute(db);
    await sql`alter table inquiries add column message_key text ${byteOrder}`.execute(db);
    await sql`
      create index inquiries_by_message on inquiries (message_key, received_at)
      where message_key is not null`.execute(db);
  }
}

async function createEvents(db: Kysely<unknown>, { byteOrder, countedKey, tableOptions }: Dialect) {
  await sql`
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
    ) ${tableOptions}`.execute(db);
  await sql`create index events_by_inquiry on events (inquiry_id, number)`.execute(db);
  await sql`
    create index events_by_kind on events (kind, at) where inquiry_id is null`.execute(db);

  await sql`
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
    ) ${tableOptions}`.execute(db);
  await sql`
    create index deliveries_by_due_time
    on deliveries (state, destination, next_attempt_at, event)`.execute(db);
  await sql`create index deliveries_by_time on deliveries (next_attempt_at, event)`.execute(db);

  await sql`
    create table used_links (
      inquiry_id text ${byteOrder} not null,
      action text not null check (length(action) between 1 and 20),
      expires_at text ${byteOrder} not null check (length(expires_at) = 24),
      event integer not null unique references events (number) on delete cascade,
      primary key (inquiry_id, action, expires_at)
    ) ${tableOptions}`.execute(db);
}

/** Moves the rows of 1.x, then drops its tables: a server of 1.x then refuses inquiries. */
async function moveToEvents(db: Kysely<unknown>, { byteOrder }: Dialect) {
  await sql`
    insert into events (id, kind, inquiry_id, at)
    select 'received-' || id, 'received', id, received_at from inquiries
    order by received_at, id`.execute(db);
  await sql`
    insert into events
      (id, kind, inquiry_id, at, status, qualified, assignee, changed_by, note)
    select 'updated-' || number || '-' || inquiry_id, 'changed',
      inquiry_id, at, status, qualified, assignee, changed_by, note
    from inquiry_events order by inquiry_id, number`.execute(db);

  const at = sql`coalesce(first_attempt_at, next_attempt_at)`;
  const digits = ['-', ':', 'T', '.'].reduce(
    (text, sign) => sql`replace(${text}, ${sql.lit(sign)}, '')`,
    sql`replace(${at}, 'Z', '')`,
  );
  // As the Message-ID and the `webhook-id` of 1.x, whose receivers may have seen them.
  const id = sql`case
    when kind like 'updated-%'
      then 'updated-' || cast(substr(kind, 9) as integer) || '-' || inquiry_id
    when kind like 'deleted-%' then kind
    when kind = 'digest' then 'digest-' || day
    when inquiry_id is not null then kind || '-' || inquiry_id
    else kind || '-' || ${digits}
  end`;
  await sql`
    insert into events (id, kind, inquiry_id, at, about)
    select id, min(kind), min(inquiry_id), min(at), min(about)
    from (
      select ${id} as id, inquiry_id, ${at} as at,
        case
          when kind like 'deleted-%' then 'deleted'
          when kind like 'outage-%' then 'outage'
          when kind like 'recovery-%' then 'recovery'
          -- Reports of 1.0.0.
          when kind like '%-failed' then 'outage'
          when kind like '%-recovered' then 'recovery'
          else kind
        end as kind,
        case
          when kind like 'outage-%' then substr(kind, 8)
          when kind like 'recovery-%' then substr(kind, 10)
          when kind like '%-failed' then substr(kind, 1, length(kind) - 7)
          when kind like '%-recovered' then substr(kind, 1, length(kind) - 10)
          else day
        end as about
      from old_deliveries
      where kind <> 'received' and kind not like 'updated-%'
    ) as told
    group by id order by min(at), id`.execute(db);
  // 1.x held the acknowledgement of suspected spam by a lease; 2.0.0 never sends it.
  await sql`
    insert into deliveries
    select events.number, destination,
      case when lease = 'held' then 'void' else state end,
      attempts, first_attempt_at, next_attempt_at, delivered_at, last_error,
      case when lease = 'held' then null else lease end,
      case when lease = 'held' then null else lease_ends_at end,
      redeliveries
    from (select ${id} ${byteOrder} as event_id, old_deliveries.* from old_deliveries) as old
    join events on events.id = old.event_id`.execute(db);
  await sql`
    insert into used_links
    select links.inquiry_id, action, expires_at, events.number
    from old_used_links as links
    join events
      on events.id = ('updated-' || event_number || '-' || links.inquiry_id) ${byteOrder}`.execute(
    db,
  );
  for (const table of [
    ...['old_used_links', 'old_deliveries', 'inquiry_events', 'outages'],
    'refused_addresses',
    // Only on PostgreSQL.
    'rate_limits',
  ]) {
    await sql`drop table if exists ${sql.ref(table)}`.execute(db);
  }
}

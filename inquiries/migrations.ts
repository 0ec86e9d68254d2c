import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { fillSearchKeys } from './fill-search-keys.ts';

/** Where the databases' languages differ. */
export interface SchemaDialect {
  /** What follows a table's columns. */
  tableOptions: string;
  /**
   * Makes a text column compare by its bytes: ids, times, and keys whose prefix is to be a range of
   * an index. PostgreSQL refuses to compare two columns of which only one does so.
   */
  byteOrder: string;
  /** Whether servers on several machines share the store, and with it what they count. */
  isShared: boolean;
}

/**
 * The store's schema, one step after another: a step is never changed once it was released.
 * Databases count code points, so the longest lengths of inquiry.ts, in UTF-16 code units, are the
 * stricter ones.
 */
export function createMigrations(dialect: SchemaDialect): Record<string, Migration> {
  const options = sql.raw(dialect.tableOptions);
  const byteOrder = sql.raw(dialect.byteOrder);

  return {
    '0001-inquiries': {
      async up(db: Kysely<unknown>) {
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
            check (
              persona in ('founder', 'investor')
              or (funding_stage is null and investment_amount is null)
            )
          ) ${options}`.execute(db);
        await sql`create index inquiries_by_arrival on inquiries (received_at, id)`.execute(db);

        // Deferred, so that a key can be claimed before its inquiry is written.
        await sql`
          create table idempotency_keys (
            key text not null primary key,
            inquiry_id text ${byteOrder} not null
              references inquiries (id) on delete cascade deferrable initially deferred,
            fingerprint text not null,
            expires_at text ${byteOrder}
          ) ${options}`.execute(db);
        await sql`create index idempotency_keys_by_inquiry on idempotency_keys (inquiry_id)`.execute(
          db,
        );
        await sql`create index idempotency_keys_by_expiry on idempotency_keys (expires_at)`.execute(
          db,
        );

        await sql`
          create table secrets (
            name text not null primary key,
            value text not null
          ) ${options}`.execute(db);
      },
    },

    '0002-follow-up': {
      async up(db: Kysely<unknown>) {
        await sql`
          alter table inquiries add column qualified integer check (qualified in (0, 1))`.execute(
          db,
        );
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
          ) ${options}`.execute(db);
        await sql`
          create index inquiries_by_status on inquiries (status, received_at, id)`.execute(db);
        await sql`
          create index qualified_inquiries_by_status on inquiries (status, received_at, id)
          where qualified = 1`.execute(db);

        for (const column of ['search_name', 'search_surname', 'search_email', 'search_company']) {
          const key = sql.ref(column);
          await sql`
            alter table inquiries
            add column ${key} text ${byteOrder} not null default ''`.execute(db);
        }
        await fillSearchKeys(db);
        for (const column of ['search_name', 'search_surname', 'search_email', 'search_company']) {
          // With what a search sorts by, so that it reads this index alone.
          await sql`
            create index ${sql.ref(`inquiries_by_${column}`)}
            on inquiries (${sql.ref(column)}, received_at, id)`.execute(db);
        }
      },
    },

    '0003-deliveries': {
      async up(db: Kysely<unknown>) {
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
          ) ${options}`.execute(db);
        await sql`
          create index deliveries_by_due_time
          on deliveries (state, destination, next_attempt_at, inquiry_id)`.execute(db);
      },
    },

    '0004-follow-up-links': {
      async up(db: Kysely<unknown>) {
        await sql`
          create table used_links (
            inquiry_id text ${byteOrder} not null,
            action text not null check (length(action) between 1 and 20),
            expires_at text ${byteOrder} not null check (length(expires_at) = 24),
            event_number integer not null,
            primary key (inquiry_id, action, expires_at),
            foreign key (inquiry_id, event_number)
              references inquiry_events (inquiry_id, number) on delete cascade
          ) ${options}`.execute(db);
      },
    },

    '0005-notices': {
      async up(db: Kysely<unknown>) {
        // A new table, because SQLite can change neither a key nor a check.
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
          ) ${options}`.execute(db);
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
    },

    '0006-search-by-status': {
      async up(db: Kysely<unknown>) {
        for (const column of ['search_name', 'search_surname', 'search_email', 'search_company']) {
          const index = sql.ref(`inquiries_by_${column}`);
          await sql`drop index ${index}`.execute(db);
          // With what a search is combined with too, for the same reason.
          await sql`
            create index ${index}
            on inquiries (${sql.ref(column)}, received_at, id, status, qualified)`.execute(db);
        }
      },
    },

    '0007-rate-limits': {
      async up(db: Kysely<unknown>) {
        if (!dialect.isShared) return;
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
    },

    '0008-search-by-arrival': {
      async up(db: Kysely<unknown>) {
        for (const column of ['search_name', 'search_surname', 'search_email', 'search_company']) {
          const index = sql.ref(`inquiries_by_${column}`);
          await sql`drop index ${index}`.execute(db);
          // The expression of spans-of-arrival.ts.
          await sql`
            create index ${index} on inquiries
            (substr(received_at, 1, 9), ${sql.ref(column)}, received_at, id, status, qualified)`.execute(
            db,
          );
        }
      },
    },
  };
}

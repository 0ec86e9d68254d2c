import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const migration: Migration = {
  name: '0001-inquiries',

  async up(db, { byteOrder, tableOptions }) {
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
      ) ${tableOptions}`.execute(db);
    await sql`create index inquiries_by_arrival on inquiries (received_at, id)`.execute(db);

    // Deferred, so that a key can be inserted before its inquiry.
    await sql`
      create table idempotency_keys (
        key text not null primary key,
        inquiry_id text ${byteOrder} not null
          references inquiries (id) on delete cascade deferrable initially deferred,
        fingerprint text not null,
        expires_at text ${byteOrder}
      ) ${tableOptions}`.execute(db);
    await sql`create index idempotency_keys_by_inquiry on idempotency_keys (inquiry_id)`.execute(
      db,
    );
    await sql`create index idempotency_keys_by_expiry on idempotency_keys (expires_at)`.execute(db);

    await sql`
      create table secrets (
        name text not null primary key,
        value text not null
      ) ${tableOptions}`.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const migration: Migration = {
  name: '0004-follow-up-links',

  async up(db, { byteOrder, tableOptions }) {
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
  },
};

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { webhook } from '../../../tests/fixtures/destinations.ts';
import { startFaultProxy } from '../../../tests/fixtures/fault-proxy.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import {
  createReleasedStore,
  listMigrations,
  selectMigrations,
} from '../../../tests/fixtures/released-store.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { bareDatabase, temporaryDatabase } from '../../../tests/fixtures/temporary-database.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { changeStatus } from '../../change-inquiry/change-status.ts';
import { withLockedInquiry } from '../../change-inquiry/locked-inquiry.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { receiveInquiry } from '../../receive-inquiry/receive-inquiry.ts';
import { toIso } from '../../text/format-time.ts';
import { findIdsByEmail } from '../inquiries/find-inquiry.ts';
import { listInquiries } from '../inquiries/list-inquiries.ts';
import { allMigrations } from '../migrations/schema.ts';
import { openStore } from '../open-store.ts';
import { recordEvents } from '../outbox/events.ts';
import { endLease, leaseDelivery } from '../outbox/leases.ts';
import type { Store } from '../store.ts';
import { StoreUnavailable } from '../store-errors.ts';
import type { Reminder } from '../tables.ts';

const submit = (store: Store, changes: Partial<Inquiry> = {}) =>
  receiveInquiry(
    { store, clock: Date.now, destinations: [webhook] },
    { ...sampleInquiry, ...changes },
  );

it('opens a read-only server, on which commands read', async () => {
  const { store, location } = await temporaryStore();
  const setReadOnly = (value: string) =>
    sql`alter database ${sql.ref(store.name.split('/').at(-1) ?? '')}
          set default_transaction_read_only = ${sql.lit(value)}`.execute(store.db);
  await setReadOnly('on');
  const reader = await openStore(location, { access: 'current' });
  expect(await listInquiries(reader)).toEqual([]);
  await reader.close();
  await setReadOnly('off');
});

it('names the role whose settings are unsafe, also of an address with it as a parameter', async () => {
  const { store, location } = await temporaryStore();
  const role = `web_${randomBytes(8).toString('hex')}`;
  await sql`create role ${sql.ref(role)} superuser login password 'secret'`.execute(store.db);
  onTestFinished(async () => void (await sql`drop role ${sql.ref(role)}`.execute(store.db)));
  // Drops the requested settings, as a pooler does.
  await sql`create function drop_settings() returns event_trigger language plpgsql
    as 'begin set synchronous_commit = off; end'`.execute(store.db);
  await sql`create event trigger pooler on login execute function drop_settings()`.execute(
    store.db,
  );
  const url = new URL(location.kind === 'postgres' ? location.databaseUrl : '');
  Object.assign(url, { username: '', password: '', search: `?user=${role}&password=secret` });
  await expect(openStore({ kind: 'postgres', databaseUrl: url.href })).rejects.toMatchObject({
    message: expect.stringContaining(
      'its settings are unsafe: synchronous_commit is off',
    ) as string,
    fix: expect.stringContaining(`"alter role ${role} set ..."`) as string,
  });
});

it('a migration that waits for a backup lets others store meanwhile', async () => {
  const location = await createReleasedStore();
  const migrations = selectMigrations('2-06');
  const { store: earlier } = await temporaryStore({ location, migrations });
  const { store: other } = await temporaryStore({ location, migrations });
  // Locks tables as pg_dump does.
  const backup = await other.db.startTransaction().execute();
  await sql`lock table inquiries, events, deliveries in access share mode`.execute(backup);
  let isMigrated = false;
  const migrating = openStore(location).then((store) => {
    isMigrated = true;
    return store;
  });
  for (let second = 0; second < 5; second += 1) {
    await sleep(1000);
    await submit(earlier, { message: `Message after ${second} seconds` });
  }
  expect(isMigrated).toBe(false);
  await backup.commit().execute();
  const store = await migrating;
  expect(await listMigrations(location)).toHaveLength(allMigrations.length);
  await store.close();
});

it('changes an inquiry while a reminder of it is recorded, and the reverse', async () => {
  const { store } = await temporaryStore();
  const inquiryId = await storeInquiry(store);
  const dependencies = { store, clock: Date.now, destinations: [] };
  const remind = (kind: Reminder) =>
    store.db.transaction().execute(async (transaction) => {
      const at = toIso(Date.now());
      await recordEvents(transaction, [{ id: `${kind}-1`, kind, inquiryId, at, to: [] }]);
      if (kind === 'review-late') return;
      const marked = await changeStatus(dependencies, inquiryId, { status: 'responded' });
      expect(marked).toMatchObject({ outcome: 'changed' });
    });
  await remind('review-soon');
  await withLockedInquiry(dependencies, inquiryId, () => remind('review-late'));
});

it('logs no text of an error that may quote an inquiry', async () => {
  const { store } = await temporaryStore();
  await sql`create function refuse() returns trigger as $$
      begin
        raise exception 'no room for %', new.last_name using detail = new.email, hint = new.company;
      end $$ language plpgsql`.execute(store.db);
  await sql`create trigger refuse before insert on inquiries
      for each row execute function refuse()`.execute(store.db);
  const { log, text } = createRecordedLog();
  for (const failing of [
    () => submit(store),
    () => sql`select ${'Lovelace'}::timestamp`.execute(store.db),
    () => sql`select * from nowhere`.execute(store.db),
  ])
    await failing().catch((err: unknown) => log.error({ err }));
  const messages = text().match(/(?<="message":")PostgreSQL error \w+/g);
  expect([...new Set(messages)]).toEqual(['PostgreSQL error P0001', 'PostgreSQL error 22007']);
  expect(text()).toContain('relation \\"nowhere\\" does not exist');
  expect(text()).not.toMatch(/Lovelace|analytical/i);
});

it.each<[Partial<URL>, RegExp]>([
  [{ port: '1' }, /127\.0\.0\.1:1\/test_\w+: connect ECONNREFUSED 127\.0\.0\.1:1$/],
  [{ hostname: 'nowhere.invalid' }, /nowhere\.invalid:\d+\/test_\w+: getaddrinfo /],
  [{ pathname: '/absent' }, /\/absent: database "absent" does not exist$/],
  [{ username: 'eve' }, /: password authentication failed for user "eve"$/],
  [{ search: '?sslmode=require' }, /: The server does not support SSL connections$/],
])('reports the database and the reason without the password: %j', async (change, reason) => {
  const url = new URL((await temporaryDatabase()).databaseUrl);
  const { password } = url;
  const opening = openStore({ kind: 'postgres', databaseUrl: Object.assign(url, change).href });
  const error = await opening.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(String(error)).toMatch(reason);
  expect(String(error)).not.toContain(password);
});

it('the tables collate all ids and times by bytes', async () => {
  const { store } = await temporaryStore();
  const { rows } = await sql`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' and data_type = 'text'
      and (column_name ~ '^(id|at)$' or column_name ~ '_(id|at)$')
      and collation_name is distinct from 'C'`.execute(store.db);
  expect(rows).toEqual([]);
});

it('refuses an encoding other than UTF8', async () => {
  const { store } = await temporaryStore();
  const { databaseUrl } = await bareDatabase();
  const name = `${new URL(databaseUrl).pathname.slice(1)}_latin1`;
  const create = `create database ${name} encoding latin1 locale_provider libc locale 'C' template template0`;
  await sql.raw(create).execute(store.db);
  const opening = openStore({ kind: 'postgres', databaseUrl: `${databaseUrl}_latin1` });
  await expect(opening).rejects.toThrow('its encoding is LATIN1');
});

it('limits each session, and overrides weaker durability settings of the database', async () => {
  const { databaseUrl } = await bareDatabase();
  const { store: owner } = await temporaryStore({ location: { kind: 'postgres', databaseUrl } });
  const name = sql.ref(new URL(databaseUrl).pathname.slice(1));
  for (const weaker of ['synchronous_commit = off', 'default_transaction_isolation = serializable'])
    await sql`alter database ${name} set ${sql.raw(weaker)}`.execute(owner.db);
  const { store } = await temporaryStore({
    location: { kind: 'postgres', databaseUrl },
    lockWaitMs: 3000,
  });
  const { rows } = await sql`
      select current_setting('synchronous_commit') as commit,
        current_setting('transaction_isolation') as isolation,
        current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(store.db);
  const durability = { commit: 'on', isolation: 'read committed' };
  expect(rows).toEqual([{ ...durability, statement: '10s', lock: '3s', idle: '10s' }]);
});

it('an inquiry is stored even if the key of its address expands', async () => {
  const { store } = await temporaryStore();
  const email = `${'\ufdfa'.repeat(200)}@one.example`;
  await storeInquiry(store, { email });
  expect(await findIdsByEmail(store, email)).toHaveLength(1);
});

/** Opens a store. `lose` makes the next response to a statement with this text get lost. */
async function openLossyStore() {
  const network = await startFaultProxy((await temporaryDatabase()).databaseUrl);
  const location = { kind: 'postgres', databaseUrl: network.url } as const;
  const { store } = await temporaryStore({ location });
  const lose = (text: string) => network.dropResponsesTo(text, { once: true });
  return { store, lose };
}

it('an inquiry whose commit was not acknowledged is not stored twice', async () => {
  const { store, lose } = await openLossyStore();
  lose('commit');
  await expect(submit(store)).rejects.toThrow(StoreUnavailable);
  expect(await submit(store)).toMatchObject({ repeated: true });
  expect(await listInquiries(store)).toHaveLength(1);
});

it.each(['begin', 'insert'])('an inquiry whose %s lost its connection is stored', async (text) => {
  const { store, lose } = await openLossyStore();
  lose(text);
  expect(await submit(store)).toMatchObject({ repeated: false });
  expect(await listInquiries(store)).toHaveLength(1);
});

it('a read that lost its connection is executed once more, a statement that writes is not', async () => {
  const { store, lose } = await openLossyStore();
  const { id } = await submit(store);
  lose('select');
  expect(await listInquiries(store)).toHaveLength(1);
  lose('update');
  const change = sql`update inquiries set company = company || '!' where id = ${id}`;
  await expect(change.execute(store.db)).rejects.toThrow(StoreUnavailable);
  expect(await listInquiries(store)).toMatchObject([{ company: `${sampleInquiry.company}!` }]);
});

it('a delivery that another process is leasing is skipped, and the next one is leased', async () => {
  const { store: one, location } = await temporaryStore();
  const { store: other } = await temporaryStore({ location });
  await submit(one);
  await submit(one, { role: 'Chair' });
  const first = await one.db.transaction().execute(async (transaction) => {
    const leased = await sql<{ event: number }>`
      select event from deliveries
      order by next_attempt_at, event limit 1 for update`.execute(transaction);
    const second = await leaseDelivery(other, webhook, Date.now());
    expect(second?.event.number).not.toBe(leased.rows[0]?.event);
    expect(await leaseDelivery(other, webhook, Date.now())).toBeUndefined();
    if (second) await endLease(other, second, { outcome: 'skipped', skipReason: undefined });
    return leased.rows[0]?.event;
  });
  expect((await leaseDelivery(other, webhook, Date.now()))?.event.number).toBe(first);
});

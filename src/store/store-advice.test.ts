import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { temporaryFile, temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { receiveInquiry } from '../receive-inquiry/receive-inquiry.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { getStoreFix } from './store-advice.ts';
import { StoreUnavailable } from './store-errors.ts';

/** Advice about a wrapped error with these properties. */
const adviceOn = (codes: object, kind: 'sqlite' | 'postgres' = 'sqlite') =>
  getStoreFix(new StoreUnavailable('x', { cause: Object.assign(new Error('y'), codes) }), kind);

it('advises to free space on a full disk, not about permissions', async () => {
  const { store } = await temporaryStore({ location: temporaryFile() });
  await sql`pragma max_page_count = 1`.execute(store.db);
  const big = { ...sampleInquiry, message: 'x'.repeat(5000) };
  const fill = async () => {
    for (let count = 0; count < 9; count++) await receiveInquiry({ store, clock: Date.now }, big);
  };
  const error = await fill().catch((error: unknown) => error);
  expect(getStoreFix(error, 'sqlite')).toMatch(/^Free space/);
  expect(adviceOn({ code: 'ENOSPC' })).toMatch(/^Free space/);
  // SQLITE_IOERR_SHMSIZE
  expect(adviceOn({ errcode: 4874 })).toMatch(/^Free space/);
});

it('distinguishes damage, permissions and locks', () => {
  for (const errcode of [11, 26, 267]) {
    expect(adviceOn({ errcode })).toMatch(/run "inquiries restore FILE" with the last backup/);
  }
  for (const code of [{ errcode: 8 }, { errcode: 14 }, { code: 'EACCES' }]) {
    expect(adviceOn(code)).toMatch(/user owns the folder/);
  }
  expect(adviceOn({ errcode: 5 })).toMatch(/keeps the store locked/);
  expect(adviceOn({ errcode: 1 })).toMatch(/^Set DATA_DIR/);
});

it.each([
  ['42P01', /inquiries restore/],
  ['55P03', /keeps the store locked/],
  ['53100', /^Free space/],
  ['25006', /primary/],
  ['XX001', /inquiries restore/],
  ['28P01', /DATABASE_URL names it/],
])('knows the remedy of PostgreSQL error %s', (code, advice) => {
  expect(adviceOn({ code }, 'postgres')).toMatch(advice);
});

it('finds the code of a host with several addresses', () => {
  const readOnly = Object.assign(new Error('read-only'), { code: '25006' });
  const cause = new AggregateError([readOnly]);
  expect(getStoreFix(new StoreUnavailable('x', { cause }), 'postgres')).toMatch(/primary/);
});

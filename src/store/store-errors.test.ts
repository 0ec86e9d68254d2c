import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { temporaryFile, temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { receiveInquiry } from '../receive-inquiry/receive-inquiry.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { getStoreFix, StoreUnavailable } from './store-errors.ts';

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

it.each([
  ['sqlite', { errcode: 11 }, /run "inquiries restore FILE" with the last backup/],
  ['sqlite', { errcode: 26 }, /run "inquiries restore FILE"/],
  ['sqlite', { errcode: 267 }, /run "inquiries restore FILE"/],
  ['sqlite', { errcode: 8 }, /user owns the folder/],
  ['sqlite', { errcode: 14 }, /user owns the folder/],
  ['sqlite', { code: 'EACCES' }, /user owns the folder/],
  ['sqlite', { errcode: 5 }, /keeps the store locked/],
  ['sqlite', { errcode: 1 }, /^Set DATA_DIR/],
  ['postgres', { code: '42P01' }, /inquiries restore/],
  ['postgres', { code: '55P03' }, /keeps the store locked/],
  ['postgres', { code: '53100' }, /^Free space/],
  ['postgres', { code: '25006' }, /primary/],
  ['postgres', { code: 'XX001' }, /inquiries restore/],
  ['postgres', { code: '28P01' }, /DATABASE_URL names it/],
] as const)('knows the remedy of an error of %s: %j', (kind, codes, advice) => {
  expect(adviceOn(codes, kind)).toMatch(advice);
});

it('finds the code of a host with several addresses', () => {
  const readOnly = Object.assign(new Error('read-only'), { code: '25006' });
  const cause = new AggregateError([readOnly]);
  expect(getStoreFix(new StoreUnavailable('x', { cause }), 'postgres')).toMatch(/primary/);
});

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
  // SQLITE_IOERR_SHMSIZE; other I/O errors are of the device.
  expect(adviceOn({ errcode: 4874 })).toMatch(/^Free space/);
  expect(adviceOn({ errcode: 266 })).toMatch(/disk works/);
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
  ['28000', /pg_hba/],
  ['28P01', /user and password/],
  ['3D000', /createdb/],
  ['42P01', /Tables are missing.*inquiries restore/],
  ['55P03', /end long transactions/],
  ['53100', /Free space on the database server/],
  ['53300', /max_connections/],
  ['42501', /Grant/],
  ['25006', /primary/],
  ['57P01', /has started/],
  ['57P03', /has started/],
  ['XX001', /inquiries restore/],
  ['ECONNREFUSED', /database runs/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /sslrootcert/],
  ['unknown', /DATABASE_URL names it/],
])('knows the remedy of PostgreSQL error %s', (code, advice) => {
  expect(adviceOn({ code }, 'postgres')).toMatch(advice);
});

it('finds the code of a host with several addresses', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const cause = new AggregateError([refused]);
  expect(getStoreFix(new StoreUnavailable('x', { cause }), 'postgres')).toMatch(/database runs/);
});

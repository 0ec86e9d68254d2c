import { expect, it } from 'vitest';
import { getStoreFix, StoreUnavailable } from './store-errors.ts';

const errorWith = (codes: object) => Object.assign(new Error('x'), codes);

it.each([
  ['sqlite', { code: 'ENOSPC' }, /^Free space/],
  // SQLITE_IOERR_SHMSIZE
  ['sqlite', { errcode: 4874 }, /^Free space/],
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
  ['postgres', { code: '28P01' }, /password in DATABASE_URL/],
  ['postgres', { code: '28000' }, /pg_hba\.conf.* hostssl/],
  ['postgres', { code: 'CERT_HAS_EXPIRED' }, /^Renew the certificate/],
  ['postgres', { code: '53300' }, /connection limit of the role/],
  ['postgres', { code: 'ECONNREFUSED' }, /^Check that the database runs/],
  // Of a host with several addresses.
  ['postgres', new AggregateError([errorWith({ code: '25006' })]), /primary/],
] as const)('knows the remedy of an error of %s: %j', (kind, codes, advice) => {
  const cause = codes instanceof AggregateError ? codes : errorWith(codes);
  expect(getStoreFix(new StoreUnavailable('x', { cause }), kind)).toMatch(advice);
});

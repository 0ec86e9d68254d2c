import { expect, it } from 'vitest';
import {
  getStoreFix,
  isDamageError,
  mayOpenLater,
  StoreTooNew,
  StoreUnavailable,
  toStoreError,
} from './store-errors.ts';

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
  ['sqlite', { errcode: 7 }, /^Set DATA_DIR/],
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
  // A host with several addresses.
  ['postgres', new AggregateError([errorWith({ code: '25006' })]), /primary/],
] as const)('knows the remedy of an error of %s: %j', (kind, codes, advice) => {
  const cause = codes instanceof AggregateError ? codes : errorWith(codes);
  expect(getStoreFix(new StoreUnavailable('x', { cause }), kind)).toMatch(advice);
});

function classify(error: unknown): 'unavailable' | 'damaged' | 'bug' {
  if (isDamageError(error)) return 'damaged';
  return error instanceof StoreUnavailable ? 'unavailable' : 'bug';
}

it.each<['unavailable' | 'damaged' | 'bug', string, object]>([
  ['unavailable', 'SQLITE_PERM', { errcode: 3 }],
  ['unavailable', 'SQLITE_BUSY', { errcode: 5 }],
  ['unavailable', 'SQLITE_NOMEM', { errcode: 7 }],
  ['unavailable', 'SQLITE_READONLY', { errcode: 8 }],
  ['unavailable', 'SQLITE_IOERR', { errcode: 10 }],
  ['unavailable', 'SQLITE_FULL', { errcode: 13 }],
  ['unavailable', 'SQLITE_CANTOPEN', { errcode: 14 }],
  ['unavailable', 'SQLITE_AUTH', { errcode: 23 }],
  ['damaged', 'SQLITE_CORRUPT', { errcode: 11 }],
  ['damaged', 'SQLITE_CORRUPT_INDEX', { errcode: 779 }],
  ['damaged', 'SQLITE_NOTADB', { errcode: 26 }],
  ['bug', 'SQLITE_ERROR', { errcode: 1 }],
  ['bug', 'SQLITE_CONSTRAINT', { errcode: 19 }],
  ['bug', 'SQLITE_CONSTRAINT_NOTNULL', { errcode: 1299 }],
  ['bug', 'SQLITE_MISMATCH', { errcode: 20 }],
  ['bug', 'SQLITE_RANGE', { errcode: 25 }],
  ['bug', 'a parameter of a wrong type', { code: 'ERR_INVALID_ARG_TYPE' }],
  // Another program has removed the table.
  ['unavailable', 'a missing table', { errcode: 1, message: 'no such table: inquiries' }],
  ['unavailable', 'undefined_table', { code: '42P01' }],
  ['unavailable', 'insufficient_privilege', { code: '42501' }],
  ['unavailable', 'connection_failure', { code: '08006' }],
  ['unavailable', 'invalid_password', { code: '28P01' }],
  ['unavailable', 'invalid_catalog_name', { code: '3D000' }],
  ['unavailable', 'disk_full', { code: '53100' }],
  ['unavailable', 'lock_not_available', { code: '55P03' }],
  ['unavailable', 'raise_exception', { code: 'P0001' }],
  ['unavailable', 'a refused connection', { code: 'ECONNREFUSED' }],
  ['unavailable', 'a closed connection', {}],
  ['damaged', 'data_corrupted', { code: 'XX001' }],
  ['bug', 'syntax_error', { code: '42601' }],
  ['bug', 'undefined_column', { code: '42703' }],
  ['bug', 'invalid_text_representation', { code: '22P02' }],
  ['bug', 'not_null_violation', { code: '23502' }],
])('counts as %s: %s', (kind, _, codes) => {
  const error = toStoreError(errorWith(codes));
  expect(classify(error)).toBe(kind);
  const advice = getStoreFix(error, 'sqlite');
  if (kind === 'bug') expect(advice).toMatch(/^A fault of the program, not of the store: /);
  if (kind === 'bug') expect(advice).not.toMatch(/restore|DATA_DIR/i);
});

it.each<[string, object]>([
  ['a damaged page', { errcode: 11 }],
  ['a damaged index', { errcode: 779 }],
  ['a file that is no database', { errcode: 26 }],
  ['damage of PostgreSQL', { code: 'XX001' }],
  ['a folder of another user', { code: 'EACCES' }],
  ['a refused change of a file', { code: 'EPERM' }],
  ['SQLITE_PERM', { errcode: 3 }],
  ['a log of another user', { errcode: 8 }],
  ['SQLITE_CANTOPEN', { errcode: 14 }],
  ['a full disk', { code: 'ENOSPC' }],
  ['a read-only file system', { code: 'EROFS' }],
  ['a database that is down', { code: 'ECONNREFUSED' }],
])('may open later: a store with %s', (_, codes) => {
  expect(mayOpenLater(toStoreError(errorWith(codes)))).toBe(true);
});

it.each<[string, Error]>([
  ['of a newer version', new StoreTooNew('x')],
  ['in a path that is no folder', toStoreError(errorWith({ code: 'ENOTDIR' }))],
  ['with tables of another program', toStoreError(errorWith({ errcode: 1 }))],
  ['with a wrong password', toStoreError(errorWith({ code: '28P01' }))],
])('opens only after a change of settings or version: a store %s', (_, error) => {
  expect(mayOpenLater(error)).toBe(false);
});

import { expect, it } from 'vitest';
import { findMisspelt } from './find-misspelt.ts';

const names = ['HOST', 'LOG_LEVEL', 'NOTIFY_TO', 'SMTP_URL', 'DATABASE_URL', 'WEBHOOK_SECRET'];

it.each([
  ['NOTIFY_TOO', 'NOTIFY_TO'],
  ['NOTIFY_T', 'NOTIFY_TO'],
  ['NOTIFY-TO', 'NOTIFY_TO'],
  ['notify_to', 'NOTIFY_TO'],
  ['SMPT_URL', 'SMTP_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['WEBHOOK_SECRETS', 'WEBHOOK_SECRET'],
  ['HOSTS', 'HOST'],
])('%s is a misspelt %s', (name, meant) => {
  expect(findMisspelt([name], names)).toEqual([{ name, meant }]);
});

it.each(['NOTIFY_TO', 'HOSTNAME', 'PATH', 'HOME', 'DATABASE_USER', 'SMTP_TEST_URL', 'LOGNAME'])(
  '%s is no misspelt setting',
  (name) => {
    expect(findMisspelt([name], names)).toEqual([]);
  },
);

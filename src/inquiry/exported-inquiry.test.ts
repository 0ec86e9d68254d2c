import { expect, it } from 'vitest';
import { storedInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { parseExported } from './exported-inquiry.ts';
import { fieldRecords, messageMinLength } from './inquiry.ts';

const entry = { at: '2026-11-21T13:00:00.000Z', status: 'new' };

it.each<[string, object, string]>([
  ['no history', { history: 5 }, 'history: expected an array'],
  ['a history of texts', { history: ['new'] }, 'history.0: expected an object'],
  ['a number as its id', { id: 5 }, 'id: expected a UUID'],
  ['no id', { id: undefined }, 'id: is missing'],
  [
    'no text as its note',
    { history: [{ ...entry, note: 5 }] },
    'history.0.note: expected 1 to 2000 characters',
  ],
  ['a long assignee', { assignee: 'x'.repeat(101) }, 'assignee: expected 1 to 100 characters'],
  [
    'a long former assignee',
    { history: [entry, { ...entry, assignee: 'x'.repeat(101) }] },
    'history.1.assignee: expected up to 100 characters',
  ],
])('says which field of an inquiry is wrong: %s', (_, changes, error) => {
  expect(parseExported({ ...storedInquiry, ...changes })).toEqual({ ok: false, error });
});

const { company } = fieldRecords;
it.each<[string, object, string]>([
  [
    'a message',
    { message: 'x'.repeat(messageMinLength - 1) },
    `message: has ${messageMinLength - 1} characters, and the form wants ${messageMinLength} to ${fieldRecords.message.maxLength}`,
  ],
  [
    'a line',
    { company: 'x'.repeat(company.maxLength + 1) },
    `company: has ${company.maxLength + 1} characters, and the form wants 1 to ${company.maxLength}`,
  ],
])('says in English which length refuses %s that was stored before', (_, changes, reason) => {
  const remedy =
    'To import it as it is, allow this length in src/inquiry/inquiry.ts until after the import';
  const error = `${reason}. ${remedy}`;
  expect(parseExported({ ...storedInquiry, ...changes })).toEqual({ ok: false, error });
});

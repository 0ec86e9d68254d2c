import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { storedInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { companySizes, personas, timelines } from '../../content/fields.ts';
import { parseExported } from '../../inquiry/exported-inquiry.ts';
import { maxChangeLengths } from '../../inquiry/history.ts';
import { fieldRecords, messageMinLength } from '../../inquiry/inquiry.ts';
import { statuses } from '../../inquiry/status.ts';
import type { Store } from '../store.ts';
import { findInquiry, readSuspicion } from './find-inquiry.ts';
import { importInquiries } from './import-inquiries.ts';
import { readHistory } from './read-history.ts';

interface TextLimits {
  /** Path of the field, such as `history.0.note`. */
  field: string;
  min: number;
  max: number;
}

/** Texts of a form, of a change, and of a fixed length. */
const texts: TextLimits[] = [
  { field: 'id', min: 36, max: 36 },
  ...['receivedAt', 'assignedAt', 'history.0.at'].map((field) => ({ field, min: 24, max: 24 })),
  { field: 'assignee', min: 1, max: maxChangeLengths.by },
  { field: 'suspectedSpam', min: 1, max: 100 },
  { field: 'history.0.assignee', min: 0, max: maxChangeLengths.by },
  { field: 'history.0.by', min: 1, max: maxChangeLengths.by },
  { field: 'history.0.note', min: 1, max: maxChangeLengths.note },
];
for (const [field, { kind, ...limits }] of Object.entries(fieldRecords)) {
  const min = field === 'message' ? messageMinLength : 1;
  if (kind === 'text' && 'maxLength' in limits) texts.push({ field, min, max: limits.maxLength });
}

const entry = { at: '2026-11-21T13:00:00.000Z', status: 'new' };

/** Returns an exported inquiry in which a field, such as `history.0.note`, has this value. */
function exportWith(field: string, value: unknown) {
  const id = randomUUID();
  const historyField = /^history\.0\.(.*)/.exec(field)?.[1];
  const history = [historyField ? { ...entry, [historyField]: value } : entry];
  // Give spam a time: the import would add one that the history lacks.
  if (value === 'spam') history[0] = { ...entry, status: value };
  return { ...storedInquiry, id, history, ...(!historyField && { [field]: value }) };
}

/**
 * Imports an inquiry in which a field has this value. If the import accepts it, expects to read it
 * back. Resolves to the reason if the field is refused.
 */
async function importWith(store: Store, field: string, value: unknown) {
  const parsed = parseExported(exportWith(field, value));
  if (!parsed.ok) {
    expect(parsed.error).toMatch(new RegExp(`^${field}: .`));
    return parsed.error;
  }
  const { inquiry } = parsed;
  expect(await importInquiries(store, [inquiry], 0), JSON.stringify(value)).toEqual(['added']);
  const found = await findInquiry(store, inquiry.id);
  const history = await readHistory(store, inquiry.id);
  expect({ ...found, history }).toEqual(inquiry);
  return 'stored';
}

function toInquiry(exported: unknown) {
  const parsed = parseExported(exported);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.inquiry;
}

const refused = expect.stringContaining(': ') as string;

it.each(texts)('stores or refuses each $field', async ({ field, min, max }) => {
  const { store } = await temporaryStore();
  for (const value of [5, null, {}, 'x'.repeat(max + 1), '😀'.repeat(max + 1)])
    expect(await importWith(store, field, value)).toEqual(refused);
  const lengths = [0, 1, min - 1, min, max - 1, max].filter((length) => length >= 0);
  for (const length of lengths)
    for (const character of ['x', '😀', ' ', '\u0300'])
      await importWith(store, field, character.repeat(length));
  const halves = ['\ud83d', '\ude00', 'Good\ud83dmorning', '\ude00\ud83d'];
  const controls = [
    '\0',
    'Good\0morning',
    '\0Good morning',
    '\u0001',
    '\u007f',
    '\n',
    '\u2028',
    '\ufeff',
  ];
  for (const value of [...halves, ...controls, 'Good morning', '\\', '\\0', "'", '\uffff'])
    await importWith(store, field, value);
});

it.each(['assignee', 'suspectedSpam', 'history.0.by', 'history.0.note', 'history.0.assignee'])(
  'stores each %s of an export as it is, apart from what no database stores',
  async (field) => {
    const { store } = await temporaryStore();
    const check = texts.find((text) => text.field === field);
    const import_ = (value: string) => importWith(store, field, value);
    for (const value of [
      'x'.repeat(check?.max ?? 0),
      '😀'.repeat(check?.max ?? 0),
      ' a\tb\u0001\n',
    ])
      expect(await import_(value)).toBe('stored');
    const unstorable = `${field}: has U+0000 or half of a surrogate pair, which no database stores`;
    for (const value of ['\0', 'a\0', '\ud83d', 'a\ude00b'])
      expect(await import_(value)).toBe(unstorable);
  },
);

it('keeps the suspicion of an inquiry with a response, which its export lacks', async () => {
  const { store } = await temporaryStore();
  const suspected = { ...exportWith('suspectedSpam', 'link in the name'), history: [] };
  const response = { at: '2026-11-21T14:00:00.000Z', status: 'responded' } as const;
  const { suspectedSpam, ...exported } = suspected;
  const continued = { ...exported, status: response.status, history: [response] };
  for (const inquiry of [suspected, continued])
    await importInquiries(store, [toInquiry(inquiry)], 0);
  expect(await findInquiry(store, suspected.id)).not.toHaveProperty('suspectedSpam');
  expect(await readSuspicion(store, suspected.id)).toBe(suspectedSpam);
});

it.each(['receivedAt', 'assignedAt', 'history.0.at'])(
  'stores or refuses each time of %s',
  async (field) => {
    const { store } = await temporaryStore();
    const times = [
      '0000-01-01T00:00:00.000Z',
      '2024-02-29T23:59:59.999Z',
      '9999-12-31T23:59:59.999Z',
    ];
    for (const time of times) expect(await importWith(store, field, time)).toBe('stored');
    const others = [
      '2026-02-29T00:00:00.000Z',
      '2026-11-31T00:00:00.000Z',
      '2026-13-01T00:00:00.000Z',
      '2026-11-21T24:00:00.000Z',
      '2026-11-21T23:59:60.000Z',
      '10000-01-01T00:00:00.000Z',
      '+010000-01-01T00:00:00.000Z',
      '-000001-01-01T00:00:00.000Z',
      '2026-11-21T12:00:00.000+01:00',
      '2026-11-21T12:00:00.0000Z',
      '2026-11-21T12:00:00Z',
      '2026-11-21',
    ];
    for (const time of others) expect(await importWith(store, field, time), time).toEqual(refused);
  },
);

it.each<[string, unknown[]]>([
  ['status', [...statuses]],
  ['history.0.status', [...statuses]],
  ['persona', Object.keys(personas)],
  ['companySize', Object.keys(companySizes)],
  ['timeline', Object.keys(timelines)],
  ['qualified', [true, false, undefined]],
  ['history.0.qualified', [true, false, undefined]],
])('stores each %s that the site has, and no other', async (field, values) => {
  const { store } = await temporaryStore();
  for (const value of values) {
    expect(await importWith(store, field, value)).toBe('stored');
  }
  for (const value of ['', 'other ', 1, null])
    expect(await importWith(store, field, value)).toEqual(refused);
});

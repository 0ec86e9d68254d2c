import { expect, it } from 'vitest';
import { dueEntry, emptyWeek, sampleDigest } from '../../../tests/fixtures/composed-mails.ts';
import { type DigestContents, hasNews } from './digest-contents.ts';

const none = { count: 0, first: [] };
const { until } = sampleDigest.suspected;
const nothing: DigestContents = {
  ...sampleDigest,
  late: none,
  upcoming: none,
  notDelivered: [],
  refused: 0,
};
const failing = { destination: 'email', state: 'waiting', waitingSince: until } as const;

it.each<[string, Partial<DigestContents>]>([
  ['a late inquiry', { late: { count: 1, first: [dueEntry] } }],
  ['an inquiry due today', { upcoming: { count: 1, first: [dueEntry] }, dueToday: 1 }],
  ['an inquiry due later', { upcoming: { count: 1, first: [dueEntry] } }],
  ['suspected spam', { suspected: { count: 1, first: [], until } }],
  ['marked spam', { markedSpam: { count: 1, first: [] } }],
  ['a delivery that reached nobody', { notDelivered: [{ ...failing, count: 1, partlyCount: 0 }] }],
  ['a delivery that reached some', { notDelivered: [{ ...failing, count: 1, partlyCount: 1 }] }],
  [
    'a removed destination',
    { unconfigured: [{ destination: 'webhook', count: 1, lastDueAt: until }] },
  ],
  ['a refused e-mail', { refused: 1 }],
  ['an old backup', { backupAgeDays: 2 }],
  ['the first digest of a week', { lastWeek: emptyWeek }],
])('a digest has news because of %s alone', (_, changes) => {
  expect(hasNews(nothing)).toBe(false);
  expect(hasNews({ ...nothing, ...changes })).toBe(true);
});

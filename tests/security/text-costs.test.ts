import { describe, expect, it } from 'vitest';
import { toText } from '../../src/cli/command.ts';
import { fieldRecords, parseInquiry } from '../../src/inquiry/inquiry.ts';
import { toMailbox } from '../../src/notifications/arrival/to-mailbox.ts';
import { composeMail } from '../../src/notifications/smtp/compose-mail.ts';
import { foldCase, toSearchKey } from '../../src/store/inquiries/search-keys.ts';
import { setUpCommands } from '../fixtures/command-line.ts';
import { createNotification, sampleMailOptions } from '../fixtures/notification-fixture.ts';
import { sampleInquiry, storedInquiry } from '../fixtures/sample-inquiry.ts';

/** Creates text of a length in UTF-16 code units. */
type CreateText = (length: number) => string;

const repeat =
  (part: string): CreateText =>
  (length) =>
    part.repeat(length / part.length);

/** Marks in the order that takes longest to sort. */
const unsorted =
  (first: string, second: string): CreateText =>
  (length) =>
    first.repeat(length / 2) + second.repeat(length / 2);

const letters = repeat('x');
/** Letters without a shortcut of engines for Latin-1. */
const russian = repeat('ж');

const marks: [name: string, create: CreateText][] = [
  ['accents in two orders', repeat('\u0301\u0316')],
  ['accents that become two', unsorted('\u0344', '\u0316')],
  ['half-width marks', unsorted('\uff9e', '\u0334')],
  ['marks of Hebrew', unsorted('\u05b0', '\u0334')],
  ['runs of 30 marks', repeat(`a${'\u0316'.repeat(30)}`)],
];

const invisible: [name: string, create: CreateText][] = [
  ['Hangul fillers', repeat('\u3164')],
  ['tags', repeat('\u{e0041}')],
  ['flags', repeat('🏴\u{e0067}')],
  ['spaces without width', repeat('x\u200b')],
  ['joined emoji', repeat('👩\u200d')],
  ['joiners of Hindi', repeat('क्\u200d')],
  ['variants of Chinese', repeat('漢\u{e0100}')],
];

const others: [name: string, create: CreateText][] = [
  ['Hangul syllables in parts', repeat('\u1100\u1161\u11a8')],
  ['letters of 18 letters', repeat('\ufdfa')],
  ['unpaired surrogates', repeat('\udc00')],
  ['quotation marks', repeat('"')],
  ['angle brackets', repeat('<')],
  ['labels of a domain', (length) => `a@${'a-a.'.repeat(length / 4 - 1)}!`],
  ['spaces between letters', (length) => `x${' '.repeat(length - 2)}x`],
  ['control characters', repeat('\u0001')],
];

/** Returns the processor time of a run in milliseconds. */
async function measure(run: () => unknown) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Expects a run to take at most so many times the processor time of a usual one. Looks again if it does
 * not: other processes slow down both. A run of more than two seconds is too long on any machine.
 */
async function expectRatio(run: () => unknown, usual: () => unknown, most: number) {
  let [cost, usualCost] = [await measure(run), await measure(usual)];
  for (let look = 0; look < 25 && cost > most * usualCost && cost < 2000; look++) {
    cost = Math.min(cost, await measure(run));
    usualCost = Math.min(usualCost, await measure(usual));
  }
  expect(cost / usualCost).toBeLessThanOrEqual(most);
}

const times = (count: number, run: () => unknown) => () => {
  for (let index = 0; index < count; index++) run();
};

const parse = (field: string, text: string) =>
  times(5, () => parseInquiry({ ...sampleInquiry, [field]: text }));

const compose = (create: CreateText) => {
  const names = { firstName: create(100), lastName: create(100), company: create(200) };
  const inquiry = { ...storedInquiry, ...names, role: create(200), message: create(5000) };
  const notification = createNotification('received', {
    inquiry,
    isUnreachable: false,
    earlier: [],
  });
  return times(5, () => composeMail(notification, sampleMailOptions));
};

describe.each(marks)('%s cost at most ten times as much as letters', (_, create) => {
  it.each(['role', 'email', 'message'] as const)('in the field %s', async (field) => {
    const { maxLength } = fieldRecords[field];
    await expectRatio(parse(field, create(maxLength)), parse(field, letters(maxLength)), 10);
  });

  it('in an e-mail, as text and as HTML', () => expectRatio(compose(create), compose(letters), 10));

  it('in a search', () => {
    const search = (text: string) => times(100, () => toSearchKey(text));
    return expectRatio(search(create(200)), search(russian(200)), 10);
  });

  it('in an address that is compared with others', () => {
    const fold = (text: string) => times(100, () => [foldCase(text), toMailbox(`${text}@a.b`)]);
    return expectRatio(fold(create(250)), fold(russian(250)), 10);
  });

  it('in the commands list and show', async () => {
    const setUp = async (text: CreateText) => {
      const names = { firstName: text(100), lastName: text(100), company: text(200) };
      const { run, ids } = await setUpCommands({ ...names, message: text(5000) });
      return async () => {
        await run('list', '--search', 'x');
        await run('show', ids[0]);
      };
    };
    await expectRatio(await setUp(create), await setUp(letters), 3);
  });
});

it.each(others)('%s cost at most ten times as much as letters in an address', (_, create) => {
  const { maxLength } = fieldRecords.email;
  return expectRatio(parse('email', create(maxLength)), parse('email', russian(maxLength)), 10);
});

it.each(invisible)('an e-mail with %s costs at most thirty with letters', (_, create) =>
  expectRatio(compose(create), compose(letters), 30),
);

describe.each([...marks, ...invisible, ...others])(
  '65,000 of %s cost at most fifty times as much as a short text',
  (_, create) => {
    const text = create(65_000);

    it.each(['role', 'email', 'message'])('in the field %s', (field) =>
      expectRatio(parse(field, text), parse(field, 'x'), 50),
    );

    it('as an option of the command', () => {
      const check = (value: string) => times(20, () => parseOption(value));
      return expectRatio(check(text), check('x'.repeat(201)), 50);
    });
  },
);

function parseOption(value: string) {
  try {
    return toText(200)(value);
  } catch (error) {
    return error;
  }
}

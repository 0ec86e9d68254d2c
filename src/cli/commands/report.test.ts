import { expect, it } from 'vitest';
import { type Seed, setUpCommands } from '../../../tests/fixtures/command-line.ts';
import { firm } from '../../content/firm.ts';
import { getOfficeHours, isOfficeOpen } from '../../inquiry/office-hours.ts';

const seeds: Seed[] = [
  { receivedAt: '2026-11-10T12:00:00Z' },
  { receivedAt: '2026-11-17T12:00:00Z', mark: { status: 'declined', by: 'Mallory' } },
  { receivedAt: '2026-11-18T12:00:00Z' },
  { receivedAt: '2026-11-21T11:00:00Z' },
  { receivedAt: '2026-11-21T11:00:00Z', mark: { status: 'spam' } },
  { receivedAt: '2026-11-21T11:00:00Z', company: 'www.suspected.example' },
];

/** Counts the days on which the office is closed at the time of a deadline. */
const countClosed = (...days: string[]) =>
  days.filter((day) => !isOfficeOpen(Date.parse(`${day}T12:00:00Z`), getOfficeHours(firm))).length;

it('shows the figures of the period and of each week', async () => {
  const { run } = await setUpCommands(...seeds);
  const { exitCode, stdout, stderr } = await run('report', '--weeks', '3');
  expect(exitCode).toBe(0);
  expect(stdout).toBe(`\
Received               4
Reviewed in 24 hours   33%
Late                   2
Late, due when closed  ${countClosed('2026-11-11', '2026-11-19')}
Waiting                1
Responded in 48 hours  –

WEEK OF     RECEIVED  ON TIME  LATE  WAITING  SHARE
2026-11-02         0        0     0        0
2026-11-09         1        0     1        0  ░░░░░░░░░░ 0%
2026-11-16         3        1     1        1  █████░░░░░ 50%

WEEK OF     QUALIFIED  RESPONDED  DECLINED  SPAM  OPEN
2026-11-02          0          0         0     0     0
2026-11-09          0          0         0     0     1
2026-11-16          0          0         1     2     2
`);
  expect(stderr).toContain('The first table excludes spam. Spam includes what is only suspected.');
});

it('covers 12 weeks by default, and shows a period without inquiries', async () => {
  const { stdout } = await (await setUpCommands()).run('report');
  expect(stdout).toMatch(/^Reviewed in 24 hours +–$/m);
  expect(stdout.match(/^2026-\d\d-\d\d +0/gm)).toHaveLength(24);
  expect(stdout).not.toContain('NaN');
});

it('prints the figures as JSON', async () => {
  const { run } = await setUpCommands(...seeds);
  const week = { received: 3, onTime: 1, late: 1, waiting: 1 };
  const outcomes = { qualified: 0, answered: 0, declined: 1, spam: 2, open: 2 };
  expect(JSON.parse((await run('report', '--weeks', '1', '--json')).stdout)).toEqual({
    ...week,
    madeAt: '2026-11-21T12:00:00.000Z',
    onTimeShare: 0.5,
    outcomes,
    lateWhileClosed: countClosed('2026-11-19'),
    weeks: [{ ...week, outcomes, week: '2026-11-16' }],
  });
});

import { describe, expect, it } from 'vitest';
import { setUpCommands, toEmail } from '../../../tests/fixtures/command-line.ts';
import type { Delivery } from '../../store/outbox/list-deliveries.ts';

/** Creates a store with two inquiries. `mark` and `assign` change the first one after an hour. */
async function setUp() {
  const { env, ids, list, runAfterAnHour: run } = await setUpCommands({}, {});
  const [id] = ids;
  const mark = (...argv: string[]) => run('mark', id, ...argv);
  const assign = (...argv: string[]) => run('assign', id, ...argv);
  const history = async () =>
    JSON.parse((await run('show', id, '--json')).stdout).history as unknown[];
  return { env, id, ids, list, run, mark, assign, history };
}

describe('mark', () => {
  it('changes the status and prints the next deadline, if any', async () => {
    const { id, mark, history } = await setUp();
    expect(await mark('reviewed', '--qualified', '--by', 'Grace', '--note=Good fit.')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr:
        `${id.slice(0, 13)} is now reviewed, qualified.\n` +
        'Due: response by 2026-11-23 12:00 UTC (in 47 h).\n',
    });
    const change = { status: 'reviewed', qualified: true, by: 'Grace', note: 'Good fit.' };
    expect(await history()).toEqual([{ at: '2026-11-21T13:00:00.000Z', ...change }]);
    const note = 'x'.repeat(2000);
    const unqualified = await mark('reviewed', '--not-qualified', '--note', note);
    expect(unqualified.stderr).toContain('is now reviewed, not qualified.\nDue: nothing.\n');
  });

  it.each([
    ['spam', ['responded'], 'new'],
    ['spam', ['reviewed', '--qualified'], 'new'],
    ['responded', ['new'], 'reviewed, declined, spam'],
  ])('says what is allowed if %s becomes %s', async (before, change, allowed) => {
    const { id, mark, history } = await setUp();
    await mark(before);
    const stderr =
      `The status "${before}" of ${id.slice(0, 13)} does not allow this change. [NOT_ALLOWED]\n` +
      `Allowed from "${before}": ${allowed}.\n`;
    expect(await mark(...change)).toEqual({ exitCode: 1, stdout: '', stderr });
    expect(await history()).toHaveLength(1);
  });

  it.each(['spam', 'declined'])('says how to see who set the status %s already', async (status) => {
    const { id, mark, history } = await setUp();
    await mark(status);
    const stderr =
      `${id.slice(0, 13)} already has the status "${status}". [NOT_ALLOWED]\n` +
      'Run "inquiries show ID" to see its history.\n';
    expect(await mark(status)).toEqual({ exitCode: 1, stdout: '', stderr });
    expect(await history()).toHaveLength(1);
  });

  it('marks several inquiries, or none if one is unknown', async () => {
    const { ids, run, list } = await setUp();
    const statuses = async () => (await list()).map(({ status }) => status);
    expect((await run('mark', ids[0], '0000', 'spam')).stderr).toContain('[UNKNOWN_ID]');
    expect(await statuses()).toEqual(['new', 'new']);
    expect((await run('mark', ...ids, 'spam')).exitCode).toBe(0);
    expect(await statuses()).toEqual(['spam', 'spam']);
  });
});

describe('assign', () => {
  it('stores a name, which list and show print', async () => {
    const { id, run, assign } = await setUp();
    expect((await run('list')).stdout).not.toContain('ASSIGNEE');
    expect(await assign('--to', ' Grace', '--by', ' Ada ', '--note=Ships.')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `${id.slice(0, 13)} is now assigned to Grace.\n`,
    });
    expect((await run('list')).stdout).toMatch(/ASSIGNEE\n.*new\n.*new +Grace\n/);
    expect((await run('list', '--due')).stdout).toMatch(/Grace\n/);
    const { stdout } = await run('show', id);
    expect(stdout).toMatch(/Assigned to +Grace, since 2026-11-21 13:00 UTC\n/);
    expect(stdout).toContain('2026-11-21 13:00  assigned to Grace, by Ada: Ships.\n');
  });

  it('takes the name away, and says if nothing changes', async () => {
    const { id, run, assign } = await setUp();
    await assign('--to', 'Grace');
    const again = await assign('--to', 'Grace');
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toContain('The inquiry is already assigned to Grace. [NOT_ALLOWED]');
    expect((await assign('--nobody')).stderr).toContain('is now assigned to nobody.');
    expect((await assign('--nobody')).stderr).toContain('already assigned to nobody');
    expect((await run('show', id)).stdout).toMatch(/Assigned to +nobody\n[^]*assigned to nobody\n/);
  });

  it('spells a name as NOTIFY_TO or an earlier assignment does, and changes nothing by a capital', async () => {
    const { env, ids, run, assign, history } = await setUp();
    Object.assign(env, toEmail, { NOTIFY_TO: 'Ada Hale <ada@example.com>' });
    expect((await assign('--to', 'ada hale')).stderr).toContain('is now assigned to Ada Hale.');
    for (const typed of ['Ada Hale', 'ADA HALE', 'ada hale']) {
      const again = await assign('--to', typed);
      expect(again.stderr, typed).toContain('already assigned to Ada Hale. [NOT_ALLOWED]');
    }
    expect(await history()).toMatchObject([{ assignee: 'Ada Hale' }]);
    await run('assign', ids[1], '--to', 'Zoë Lark');
    // Decomposed into two code points, as a Mac types it.
    expect((await assign('--to', 'ZOE\u0308 LARK')).stderr).toContain('now assigned to Zoë Lark.');
  });

  it('and mark notify the team, --quiet only programs', async () => {
    const { env, id, run, mark, assign } = await setUp();
    Object.assign(env, toEmail);
    await assign('--to', 'Grace');
    await mark('declined');
    await assign('--nobody', '--quiet');
    // Spam does not notify the team.
    await mark('spam');
    await mark('new', '--quiet');
    const deliveries = JSON.parse((await run('deliveries', '--json')).stdout) as Delivery[];
    expect(deliveries.map((delivery) => [delivery.id, delivery.destination])).toEqual([
      ...[5, 4, 3].map((nth) => [`updated-${nth}-${id}`, 'webhook']),
      ...[2, 1].flatMap((nth) =>
        ['webhook', 'email'].map((name) => [`updated-${nth}-${id}`, name]),
      ),
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { receivedMs, runCommand, setUpCommands } from '../../../tests/fixtures/command-line.ts';

async function setUp() {
  const { env, ids, run } = await setUpCommands({});
  const [id] = ids;
  const mark = (...argv: string[]) =>
    runCommand(['mark', id, ...argv], env, receivedMs + 3_600_000);
  const history = async () =>
    JSON.parse((await run('show', id, '--json')).stdout).history as unknown[];
  return { id, mark, history };
}

describe('mark', () => {
  it('changes the status and prints the next deadline', async () => {
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
  });

  it('requires a qualification for a review, and only then', async () => {
    const { mark, history } = await setUp();
    const unjudged = await mark('reviewed');
    expect(unjudged.exitCode).toBe(2);
    expect(unjudged.stderr).toContain('A review needs either --qualified or --not-qualified;');
    expect((await mark('reviewed', '--qualified', '--not-qualified')).exitCode).toBe(2);
    expect((await mark('spam', '--not-qualified')).stderr).toContain('[USAGE]');
    expect(await history()).toEqual([]);
    expect((await mark('reviewed', '--not-qualified')).stderr).toContain('Due: nothing.');
  });

  it.each([
    ['responded', 'The status "spam" of ID does not allow this change.'],
    ['spam', 'ID already has the status "spam".'],
  ])('says what is allowed if spam becomes %s', async (status, title) => {
    const { id, mark, history } = await setUp();
    await mark('spam');
    const fix = 'Spam becomes only new, and only spam becomes new.';
    const stderr = `${title.replace('ID', id.slice(0, 13))} [NOT_ALLOWED]\n${fix}\n`;
    expect(await mark(status)).toEqual({ exitCode: 1, stdout: '', stderr });
    expect(await history()).toHaveLength(1);
  });

  it('marks several inquiries, or none if one is unknown', async () => {
    const { ids, run, list } = await setUpCommands({}, {});
    const statuses = async () => (await list()).map(({ status }) => status);
    expect((await run('mark', ids[0], '0000', 'spam')).stderr).toContain('[UNKNOWN_ID]');
    expect(await statuses()).toEqual(['new', 'new']);
    expect((await run('mark', ...ids, 'spam')).exitCode).toBe(0);
    expect(await statuses()).toEqual(['spam', 'spam']);
    for (const argv of [[], ['new'], ids]) expect((await run('mark', ...argv)).exitCode).toBe(2);
  });

  it('refuses an empty or too long note', async () => {
    const { mark } = await setUp();
    expect((await mark('spam', '--note', '')).stderr).toContain('[USAGE]');
    expect((await mark('spam', '--note', 'x'.repeat(2001))).exitCode).toBe(2);
    expect((await mark('spam', '--note', 'x'.repeat(2000))).exitCode).toBe(0);
  });
});

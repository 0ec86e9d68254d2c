import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  receivedMs,
  runCommand,
} from '../../../tests/fixtures/command-line.ts';

const hourMs = 60 * 60 * 1000;

async function setUp() {
  const env = await createTestStore({});
  const [inquiry] = await listStoredInquiries(env);
  const id = inquiry?.id ?? '';
  const mark = (...argv: string[]) => runCommand(['mark', id, ...argv], env, receivedMs + hourMs);
  const history = async () =>
    JSON.parse((await runCommand(['show', id, '--json'], env)).stdout).history as unknown[];
  return { env, id, mark, history };
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
    expect(await history()).toEqual([
      {
        at: '2026-11-21T13:00:00.000Z',
        status: 'reviewed',
        qualified: true,
        by: 'Grace',
        note: 'Good fit.',
      },
    ]);
  });

  it('omits the qualification of declined inquiries and spam, but keeps it', async () => {
    const { env, id, mark } = await setUp();
    await mark('reviewed', '--qualified');
    expect((await mark('declined')).stderr).toContain(' is now declined.');
    expect((await mark('spam')).stderr).toContain(' is now spam.');
    expect(await listStoredInquiries(env)).toMatchObject([{ status: 'spam', qualified: true }]);
    const shown = await runCommand(['show', id], env);
    expect(shown.stdout).toMatch(/^Status +spam$/m);
    expect(shown.stdout).toMatch(/ {2}declined\n.* {2}spam\n/);
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

  it('says what is allowed instead of a refused change', async () => {
    const { mark } = await setUp();
    await mark('spam');
    const { exitCode, stderr } = await mark('responded');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('[NOT_ALLOWED]\nSpam becomes only new, and only spam becomes new.\n');
  });

  it('refuses the current status', async () => {
    const { mark, history } = await setUp();
    await mark('spam');
    expect((await mark('spam')).stderr).toMatch(
      /^The inquiry already has the status "spam"\. \[NOT_ALLOWED\]/,
    );
    expect(await history()).toHaveLength(1);
  });

  it('refuses an empty or too long note', async () => {
    const { mark } = await setUp();
    expect((await mark('spam', '--note', '')).stderr).toContain('[USAGE]');
    expect((await mark('spam', '--note', 'x'.repeat(2001))).exitCode).toBe(2);
    expect((await mark('spam', '--note', 'x'.repeat(2000))).exitCode).toBe(0);
  });
});

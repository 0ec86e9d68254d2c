import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  receivedMs,
  runCommand,
  type Seed,
} from '../../../tests/fixtures/command-line.ts';

const hourMs = 60 * 60 * 1000;
const seeds: Seed[] = [
  { firstName: 'Qualified', mark: { status: 'reviewed', qualified: true } },
  { firstName: 'Fresh' },
  { firstName: 'Junk', mark: { status: 'spam' } },
];

describe('list --due', () => {
  it('lists due inquiries, most urgent first, with the time left', async () => {
    const env = await createTestStore(...seeds);
    const { stdout, stderr } = await runCommand(['list', '--due'], env, receivedMs + 27 * hourMs);
    const [header, first, second, end] = stdout.split('\n');
    expect(header).toMatch(/^DUE \(UTC\) +LEFT +KIND +ID +NAME +COMPANY$/);
    expect(first).toMatch(/^2026-11-22 12:00 {2}2 h late {2}review .* Fresh Lov/);
    expect(second).toMatch(/^2026-11-23 12:00 {2}in 21 h {3}response .* Qual/);
    expect({ end, stderr }).toEqual({ end: '', stderr: '' });
  });

  it('cuts long names and companies to the width of a terminal', async () => {
    const long = { firstName: 'Ada'.repeat(20), company: 'Northfield'.repeat(10) };
    const env = await createTestStore(long);
    const { stdout } = await runCommand(['list'], env, undefined, 80);
    const [header = '', row = ''] = stdout.split('\n');
    expect(Math.max(header.length, row.length)).toBeLessThanOrEqual(80);
    expect(row).toMatch(/ Ada\S+… {2}Northf\S*… {2}\w+ +new$/);
  });

  it('reports more rows and an empty list', async () => {
    const env = await createTestStore(...seeds);
    const one = await runCommand(['list', '--due', '--limit', '1'], env);
    expect(one.stderr).toBe('Showing the first 1. Use --limit to see more.\n');
    const none = await runCommand(['list', '--due', '--status', 'spam'], env);
    expect(none).toEqual({ exitCode: 0, stdout: '', stderr: 'No matching inquiries.\n' });
    const empty = await runCommand(['list', '--due'], await createTestStore());
    expect(empty).toEqual({ exitCode: 0, stdout: '', stderr: 'Nothing is due.\n' });
  });

  it('prints the deadlines as JSON', async () => {
    const env = await createTestStore(...seeds);
    const { stdout } = await runCommand(['list', '--due', '--json'], env);
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ due: 'review', dueAt: '2026-11-22T12:00:01.000Z' }),
      expect.objectContaining({
        status: 'reviewed',
        qualified: true,
        due: 'response',
        dueAt: '2026-11-23T12:00:00.000Z',
      }),
    ]);
  });
});

describe('list with filters', () => {
  it('filters by status and by the start of a name', async () => {
    const env = await createTestStore(...seeds);
    for (const [option, value] of [
      ['--status', 'new'],
      ['--search', 'fresh l'],
    ] as const) {
      const { stdout } = await runCommand(['list', option, value], env);
      expect(stdout).toContain('Fresh');
      expect(stdout).not.toContain('Junk');
    }
    const none = await runCommand(['list', '--search', 'nobody'], env);
    expect(none).toEqual({ exitCode: 0, stdout: '', stderr: 'No matching inquiries.\n' });
  });

  it('lists the allowed values', async () => {
    const unknown = await runCommand(['list', '--status', 'lost']);
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain(
      'Allowed choices are new, reviewed, responded, declined, spam. [USAGE]',
    );
    expect((await runCommand(['list', '--search', ' '])).exitCode).toBe(2);
  });
});

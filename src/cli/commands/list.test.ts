import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  receivedMs,
  runCommand,
  type Seed,
} from '../../../tests/fixtures/command-line.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';

const hourMs = 60 * 60 * 1000;
const seeds: Seed[] = [
  { firstName: 'Qualified', mark: { status: 'reviewed', qualified: true } },
  { firstName: 'Fresh' },
  { firstName: 'Junk', mark: { status: 'spam' } },
];

describe('list', () => {
  it('prints a table, newest first, whose names are cut to the width of a terminal', async () => {
    const company = 'The Analytical Engine Company of London and Turin';
    const second = { firstName: 'Second'.repeat(10), company };
    const env = await createTestStore({ firstName: 'First' }, second);
    const { exitCode, stdout, stderr } = await runCommand(['list'], env, undefined, 80);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^RECEIVED \(UTC\) +ID +NAME +COMPANY +PERSONA +STATUS$/);
    expect(lines[1]).toMatch(/^2026-11-21 12:00 {2}[\da-f-]{13} {2}Sec\S+… {2}The A.*… .* new$/);
    expect(lines[2]).toMatch(/First L/);
    expect(Math.max(...lines.map((line) => line.length))).toBe(80);
  });

  it('prints the newest 50 rows by default and says so, and all with --json', async () => {
    const env = await createTestStore(...Array.from({ length: 51 }, () => ({})));
    const { stdout, stderr } = await runCommand(['list'], env);
    expect(stdout.trimEnd().split('\n')).toHaveLength(51);
    expect(stderr).toBe('Showing the newest 50. Use --limit to see more.\n');
    expect((await runCommand(['list', '--limit=51'], env)).stderr).toBe('');
    const countJson = async (...argv: string[]) =>
      (JSON.parse((await runCommand(['list', '--json', ...argv], env)).stdout) as []).length;
    expect([await countJson(), await countJson('--limit', '2')]).toEqual([51, 2]);
  });

  it('prints complete inquiries as JSON', async () => {
    const message = 'Two lines\nand an emoji 😀';
    const { stdout } = await runCommand(['list', '--json'], await createTestStore({ message }));
    expect(JSON.parse(stdout)).toEqual([
      {
        id: expect.any(String),
        receivedAt: '2026-11-21T12:00:00.000Z',
        status: 'new',
        ...sampleInquiry,
        message,
        due: 'review',
        dueAt: '2026-11-22T12:00:00.000Z',
      },
    ]);
  });

  it('lists due inquiries, most urgent first, with the time left', async () => {
    const env = await createTestStore(...seeds);
    const now = receivedMs + 27 * hourMs;
    const { stdout, stderr } = await runCommand(['list', '--due'], env, now);
    const [header, first, second, end] = stdout.split('\n');
    expect(header).toMatch(/^DUE \(UTC\) +LEFT +KIND +ID +NAME +COMPANY$/);
    expect(first).toMatch(/^2026-11-22 12:00 {2}2 h late {2}review .* Fresh Lov/);
    expect(second).toMatch(/^2026-11-23 12:00 {2}in 21 h {3}response .* Qual/);
    expect({ end, stderr }).toEqual({ end: '', stderr: '' });
    const one = await runCommand(['list', '--due', '--limit', '1'], env);
    expect(one.stderr).toBe('Showing the first 1. Use --limit to see more.\n');
  });

  it.each([
    ['--status', 'new'],
    ['--search', 'fresh l'],
  ])('passes %s %s to the store', async (...filter) => {
    const { stdout } = await runCommand(['list', ...filter], await createTestStore(...seeds));
    expect(stdout).toContain('Fresh');
    expect(stdout).not.toContain('Junk');
  });

  it('says why it lists nothing', async () => {
    const [env, empty] = [await createTestStore(...seeds), await createTestStore()];
    const result = (message: unknown) => ({ exitCode: 0, stdout: '', stderr: message });
    const noMatch = result('No matching inquiries.\n');
    expect(await runCommand(['list', '--search', 'nobody'], env)).toEqual(noMatch);
    expect(await runCommand(['list', '--due', '--status', 'spam'], env)).toEqual(noMatch);
    expect(await runCommand(['list', '--due'], empty)).toEqual(result('Nothing is due.\n'));
    const none = expect.stringMatching(/^No inquiries yet in \S+\.\n$/);
    expect(await runCommand(['list'], empty)).toEqual(result(none));
    expect((await runCommand(['list', '--json'], empty)).stdout).toBe('[]\n');
  });
});

import { expect, it } from 'vitest';
import { receivedMs, runCommand, setUpCommands } from '../../../tests/fixtures/command-line.ts';
import { hourMs } from '../../text/format-time.ts';

const setUpThree = () =>
  setUpCommands(
    { firstName: 'Qualified', mark: { status: 'reviewed', qualified: true } },
    { firstName: 'Fresh' },
    { firstName: 'Junk', mark: { status: 'spam' } },
  );

it('prints a table, newest first, whose names are cut to the width of a terminal, but not below 8', async () => {
  const company = 'The Analytical Engine Company of London and Turin';
  const second = { firstName: 'Second'.repeat(10), company };
  const { env } = await setUpCommands({ firstName: 'Fir\u202est' }, second);
  const { exitCode, stdout, stderr } = await runCommand(['list'], env, undefined, 80);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines[0]).toMatch(/^RECEIVED \(UTC\) +ID +NAME +COMPANY +PERSONA +STATUS$/);
  expect(lines[1]).toMatch(/^2026-11-21 12:00 {2}[\da-f-]{13} {2}Sec\S+… {2}The A.*… .* new$/);
  expect(lines[2]).toMatch(/Fir\[U\+202E]st…/);
  expect(Math.max(...lines.map((line) => line.length))).toBe(80);
  expect((await runCommand(['list'], env, undefined, 3)).stdout).toContain(
    '  SecondS…  The Ana…  ',
  );
});

it('prints the newest 50 rows by default and says so, and all with --json', async () => {
  const { run } = await setUpCommands(...Array.from({ length: 51 }, () => ({})));
  const { stdout, stderr } = await run('list');
  expect(stdout.trimEnd().split('\n')).toHaveLength(51);
  expect(stderr).toBe('Showing the newest 50. Use --limit to see more.\n');
  expect((await run('list', '--limit=51')).stderr).toBe('');
  expect(JSON.parse((await run('list', '--json')).stdout)).toHaveLength(51);
  expect(JSON.parse((await run('list', '--json', '--limit', '2')).stdout)).toHaveLength(2);
});

it('lists due inquiries, most urgent first, with the time left', async () => {
  const { env, run } = await setUpThree();
  const now = receivedMs + 27 * hourMs;
  const { stdout, stderr } = await runCommand(['list', '--due'], env, now);
  const [header, first, second, end] = stdout.split('\n');
  expect(header).toMatch(/^DUE \(UTC\) +LEFT +KIND +ID +NAME +COMPANY$/);
  expect(first).toMatch(/^2026-11-22 12:00 {2}2 h late {2}review .* Fresh Lov/);
  expect(second).toMatch(/^2026-11-23 12:00 {2}in 21 h {3}response .* Qual/);
  expect({ end, stderr }).toEqual({ end: '', stderr: '' });
  const one = await run('list', '--due', '--limit', '1');
  expect(one.stderr).toBe('Showing the first 1. Use --limit to see more.\n');
});

it('says why it lists nothing', async () => {
  const [{ run }, empty] = [await setUpThree(), await setUpCommands()];
  const result = (message: unknown) => ({ exitCode: 0, stdout: '', stderr: message });
  const noMatch = result('No matching inquiries.\n');
  expect(await run('list', '--search', 'nobody')).toEqual(noMatch);
  expect(await run('list', '--due', '--status', 'spam')).toEqual(noMatch);
  expect(await empty.run('list', '--due')).toEqual(result('Nothing is due.\n'));
  const none = expect.stringMatching(/^No inquiries yet in \S+\.\n$/);
  expect(await empty.run('list')).toEqual(result(none));
  expect(await empty.list()).toEqual([]);
});

it('marks suspected spam until somebody has judged it', async () => {
  const company = 'www.prize.example';
  const { run } = await setUpCommands(
    { firstName: 'Suspect', company },
    { firstName: 'Judged', company, mark: { status: 'spam' } },
    { firstName: 'Fresh' },
  );
  const { stdout } = await run('list');
  const statusOf = (name: string) => new RegExp(`${name} Lov.* {2}(\\S.*)`).exec(stdout)?.[1];
  expect(['Suspect', 'Judged', 'Fresh'].map(statusOf)).toEqual([
    'new (suspected spam)',
    'spam',
    'new',
  ]);
});

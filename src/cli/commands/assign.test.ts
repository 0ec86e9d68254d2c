import { describe, expect, it } from 'vitest';
import { receivedMs, runCommand, setUpCommands } from '../../../tests/fixtures/command-line.ts';
import type { Delivery } from '../../notifications/deliveries/list-deliveries.ts';

async function setUp(settings: Record<string, string> = {}) {
  const { env, ids } = await setUpCommands({}, {});
  const [id] = ids;
  const run = (...argv: string[]) =>
    runCommand(argv, { ...env, ...settings }, receivedMs + 3_600_000);
  return { id, run, assign: (...argv: string[]) => run('assign', id, ...argv) };
}

describe('assign', () => {
  it('stores a name, which list and show print', async () => {
    const { id, run, assign } = await setUp();
    expect((await run('list')).stdout).not.toContain('ASSIGNEE');
    expect(await assign('--to', 'Grace', '--by', 'Ada', '--note=Ships.')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `${id.slice(0, 13)} is now assigned to Grace.\n`,
    });
    expect((await run('list')).stdout).toMatch(/ASSIGNEE\n.*new\n.*new +Grace\n/);
    expect((await run('list', '--due')).stdout).toMatch(/Grace\n/);
    const { stdout } = await run('show', id);
    expect(stdout).toContain('Assigned to       Grace, since 2026-11-21 13:00 UTC\n');
    expect(stdout).toContain('2026-11-21 13:00  assigned to Grace, by Ada: Ships.\n');
  });

  it('takes the name away, and says if nothing changes', async () => {
    const { id, run, assign } = await setUp();
    await assign('--to', 'Grace');
    const again = await assign('--to', 'Grace');
    expect(again).toMatchObject({ exitCode: 1 });
    expect(again.stderr).toContain('The inquiry is already assigned to Grace. [NOT_ALLOWED]');
    expect((await assign('--nobody')).stderr).toContain('is now assigned to nobody.');
    expect((await assign('--nobody')).stderr).toContain('already assigned to nobody');
    expect((await run('show', id)).stdout).toMatch(/Assigned to +nobody\n[^]*assigned to nobody\n/);
  });

  it('and mark notify the team, --quiet only programs', async () => {
    const { id, run, assign } = await setUp({
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'website@firm.example',
      NOTIFY_TO: 'team@firm.example',
    });
    await assign('--to', 'Grace');
    await run('mark', id, 'declined');
    await assign('--nobody', '--quiet');
    // Spam is no news for the team.
    await run('mark', id, 'spam');
    await run('mark', id, 'new', '--quiet');
    const deliveries = JSON.parse((await run('deliveries', '--json')).stdout) as Delivery[];
    expect(deliveries.map((delivery) => [delivery.id, delivery.destination])).toEqual([
      ...[5, 4, 3].map((nth) => [`updated-${nth}-${id}`, 'webhook']),
      ...[2, 1].flatMap((nth) =>
        ['webhook', 'email'].map((name) => [`updated-${nth}-${id}`, name]),
      ),
    ]);
  });

  it('needs either a name or --nobody', async () => {
    const { assign } = await setUp();
    for (const argv of [[], ['--to', 'Ada', '--nobody'], ['--to', ' '], ['--to', '\u200b']]) {
      expect(await assign(...argv)).toMatchObject({ exitCode: 2 });
    }
  });
});

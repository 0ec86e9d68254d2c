import { describe, expect, it } from 'vitest';
import { createTestStore, receivedMs, runCommand } from '../../../tests/fixtures/command-line.ts';

const seeds = [
  { receivedAt: '2026-11-10T12:00:00Z', persona: 'investor' },
  { receivedAt: '2026-11-17T12:00:00Z', mark: { status: 'declined' } },
  { receivedAt: '2026-11-18T12:00:00Z', mark: { status: 'responded' } },
  { receivedAt: '2026-11-19T12:00:00Z' },
  { receivedAt: '2026-11-21T11:00:00Z' },
  { receivedAt: '2026-11-21T11:00:00Z', mark: { status: 'spam' } },
] satisfies Parameters<typeof createTestStore>;

describe('stats', () => {
  it('draws a bar for each week and persona', async () => {
    const { exitCode, stdout, stderr } = await runCommand(
      ['stats', '--weeks', '3'],
      await createTestStore(...seeds),
    );
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`\
WEEK OF     RECEIVED  ON TIME  LATE
2026-11-02         0        0     0
2026-11-09         1        0     1  ░░░░░░░░
2026-11-16         4        2     1  ███████████████░░░░░░░░▒▒▒▒▒▒▒▒

PERSONA   RECEIVED  WEEK BY WEEK
founder          4  ··█
investor         1  ·▂·
operator         0  ···
advisor          0  ···
other            0  ···
`);
    expect(stderr).toContain('Excludes spam.');
  });

  it('prints the weeks as JSON', async () => {
    const env = await createTestStore(...seeds);
    const { stdout } = await runCommand(['stats', '--weeks', '1', '--json'], env, receivedMs);
    expect(JSON.parse(stdout)).toEqual([
      {
        week: '2026-11-16',
        received: 4,
        onTime: 2,
        late: 1,
        waiting: 1,
        byPersona: { founder: 4, investor: 0, operator: 0, advisor: 0, other: 0 },
      },
    ]);
  });

  it('shows 12 weeks by default', async () => {
    const { stdout } = await runCommand(['stats', '--json'], await createTestStore());
    expect(JSON.parse(stdout)).toHaveLength(12);
  });
});

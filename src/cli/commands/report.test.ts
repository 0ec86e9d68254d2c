import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestStore, runCommand, type Seed } from '../../../tests/fixtures/command-line.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryFolder } from '../../../tests/fixtures/temporary-store.ts';
import { renderPage } from './report/page.ts';

const seeds: Seed[] = [
  { receivedAt: '2026-11-10T12:00:00Z', persona: 'investor' },
  { receivedAt: '2026-11-17T12:00:00Z', mark: { status: 'declined', by: 'Mallory' } },
  { receivedAt: '2026-11-18T12:00:00Z', persona: 'investor' },
  { receivedAt: '2026-11-21T11:00:00Z', persona: 'investor' },
  { receivedAt: '2026-11-21T11:00:00Z', mark: { status: 'spam' } },
];
const target = () => path.join(temporaryFolder(), 'report.html');
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

describe('report', () => {
  it('shows the figures of the period, of each week and of each persona', async () => {
    const env = await createTestStore(...seeds);
    const { exitCode, stdout, stderr } = await runCommand(['report', '--weeks', '3'], env);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`\
Received                 4
Reviewed in 24 hours     33%
Late                     2
Waiting                  1
Responded in 48 hours    –
Median time to review    0 min
Median time to response  –

WEEK OF     RECEIVED  ON TIME  LATE  WAITING
2026-11-02         0        0     0        0
2026-11-09         1        0     1        0
2026-11-16         3        1     1        1

PERSONA                       RECEIVED  SHARE
Founder / Entrepreneur               1    25%
Investor / Capital Allocator         3    75%
Operator / Executive                 0     0%
Advisor / Consultant                 0     0%
Other                                0     0%
`);
    expect(stderr).toContain('Excludes spam.');
  });

  it('covers 12 weeks by default, and shows a period without inquiries', async () => {
    const { stdout } = await runCommand(['report'], await createTestStore());
    expect(stdout).toMatch(/^Reviewed in 24 hours +–$/m);
    expect(stdout.match(/^2026-\d\d-\d\d +0/gm)).toHaveLength(12);
    expect(stdout).not.toContain('NaN');
  });

  it('writes a page that only this user can read', async () => {
    const file = target();
    const argv = ['report', '--weeks', '2', '--html', file];
    const { exitCode, stdout } = await runCommand(argv, await createTestStore(...seeds));
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${file}\n` });
    expect(modeOf(file)).toBe('600');
    const page = readFileSync(file, 'utf8');
    expect(page).toContain('2026-11-09 to 2026-11-21');
    expect(page).toContain('Made at 2026-11-21 12:00 UTC');
    expect(page).toContain('<dt>Reviewed in 24 hours</dt><dd>33%</dd>');
    expect(page).toMatch(
      /2026-11-16<\/th><td>3<\/td><td>1<\/td><td>1<\/td><td>1<\/td>.*class="onTime" style="width:33.33%"/,
    );
    expect(page).toMatch(/Founder .*<td>25%<\/td>.*style="width:33.33%"/);
  });

  it('contains no personal data and loads no other resource', async () => {
    const file = target();
    await runCommand(['report', '--html', file], await createTestStore(...seeds));
    const page = readFileSync(file, 'utf8');
    const { firstName, lastName, email, company, message } = sampleInquiry;
    for (const text of [firstName, lastName, email, company, message, 'Mallory']) {
      expect(page.includes(text)).toBe(false);
    }
    expect(page).not.toMatch(/<script|<link|<img|\bsrc=|\bhref=|url\(|@import|https?:/);
    expect(page).toContain('<meta name="robots" content="noindex">');
  });

  it('prints the figures as JSON, with the path of the page', async () => {
    const env = await createTestStore(...seeds);
    const argv = ['report', '--weeks', '1', '--json'];
    const figures = JSON.parse((await runCommand(argv, env)).stdout);
    const week = { received: 3, onTime: 1, late: 1, waiting: 1 };
    expect(figures).toEqual({
      ...{ ...week, madeAt: '2026-11-21T12:00:00.000Z', onTimeShare: 0.5, medianReviewMs: 0 },
      weeks: [
        {
          ...week,
          week: '2026-11-16',
          byPersona: { founder: 1, investor: 2, operator: 0, advisor: 0, other: 0 },
        },
      ],
    });
    const file = target();
    const { stdout } = await runCommand([...argv, '--html', file], env);
    expect(JSON.parse(stdout)).toEqual({ file, ...figures });
    expect(existsSync(file)).toBe(true);
  });

  it('overwrites a file only with --force', async () => {
    const file = target();
    const env = await createTestStore(...seeds);
    writeFileSync(file, 'precious');
    chmodSync(file, 0o644);
    const refused = await runCommand(['report', '--html', file], env);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('[NOT_WRITTEN]\nAdd --force to overwrite a file');
    expect(readFileSync(file, 'utf8')).toBe('precious');

    expect((await runCommand(['report', '--html', file, '--force'], env)).exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('<!doctype html>');
    expect(modeOf(file)).toBe('600');
  });

  it('reports why writing failed', async () => {
    const file = path.join(temporaryFolder(), 'missing', 'report.html');
    const { exitCode, stderr } = await runCommand(
      ['report', '--html', file],
      await createTestStore(),
    );
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/ENOENT.*\[NOT_WRITTEN\]/);
    expect(existsSync(file)).toBe(false);
  });

  it('escapes the name of the firm', () => {
    const none = { titles: [], rows: [] };
    const figures = { madeAt: '2026-11-21T12:00:00.000Z', period: '', summary: [] };
    const page = renderPage({ firm: '<b>A & B', ...figures, weeks: none, personas: none });
    expect(page).toContain('&lt;b&gt;A &amp; B');
    expect(page).not.toContain('<b>A');
  });
});

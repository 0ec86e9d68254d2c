import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  receivedMs,
  runCommand,
  type Seed,
} from '../../../tests/fixtures/command-line.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryFolder } from '../../../tests/fixtures/temporary-store.ts';
import { renderReport } from './report/page.ts';

const seeds: Seed[] = [
  { receivedAt: '2026-11-17T12:00:00Z', mark: { status: 'declined', by: 'Mallory' } },
  { receivedAt: '2026-11-18T12:00:00Z', persona: 'investor' },
  { receivedAt: '2026-11-21T11:00:00Z', persona: 'investor' },
  { receivedAt: '2026-11-21T11:00:00Z', mark: { status: 'spam' } },
];
const target = () => path.join(temporaryFolder(), 'report.html');
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

describe('report', () => {
  it('writes the stats to a page that only this user can read', async () => {
    const file = target();
    const { exitCode, stdout } = await runCommand(
      ['report', file],
      await createTestStore(...seeds),
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${file}\n` });
    expect(modeOf(file)).toBe('600');
    const page = readFileSync(file, 'utf8');
    expect(page).toContain('August 31, 2026 to November 21, 2026');
    expect(page).toContain('Made on November 21, 2026 at 12:00 UTC');
    expect(page).toMatch(/Received<\/dt><dd class="figure">3</);
    expect(page).toMatch(/Reviewed on time<\/dt><dd class="figure">50%</);
    expect(page).toContain(
      '<th scope="row">November 16, 2026</th><td>3</td><td>1</td><td>1</td><td>1</td>',
    );
    expect(page).toContain(
      '<th scope="row">Investor / Capital Allocator</th><td>2</td><td>67%</td>',
    );
  });

  it('contains no personal data and loads no other resource', async () => {
    const file = target();
    await runCommand(['report', file], await createTestStore(...seeds));
    const page = readFileSync(file, 'utf8');
    const { firstName, lastName, email, company, message } = sampleInquiry;
    for (const text of [firstName, lastName, email, company, message, 'Mallory']) {
      expect(page.includes(text)).toBe(false);
    }
    expect(page).not.toMatch(/<script|<link|<img|\bsrc=|\bhref=|url\(|@import|https?:/);
    expect(page).toContain('<meta name="robots" content="noindex">');
  });

  it('prints the path and the stats as JSON', async () => {
    const file = target();
    const argv = ['report', file, '--weeks', '1', '--json'];
    const { stdout } = await runCommand(argv, await createTestStore(...seeds));
    expect(JSON.parse(stdout)).toMatchObject({
      file,
      madeAt: '2026-11-21T12:00:00.000Z',
      received: 3,
      onTimeShare: 0.5,
      weeks: [{ week: '2026-11-16', received: 3, onTime: 1, late: 1, waiting: 1 }],
    });
  });

  it('reports an empty period', async () => {
    const file = target();
    await runCommand(['report', file], await createTestStore(), receivedMs);
    expect(readFileSync(file, 'utf8')).toContain('No inquiry arrived in these weeks.');
  });

  it('overwrites a file only with --force', async () => {
    const file = target();
    const env = await createTestStore(...seeds);
    writeFileSync(file, 'precious');
    chmodSync(file, 0o644);
    const refused = await runCommand(['report', file], env);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('[FILE_EXISTS]\nAdd --force, or use another file name');
    expect(readFileSync(file, 'utf8')).toBe('precious');

    expect((await runCommand(['report', file, '--force'], env)).exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('<!doctype html>');
    expect(modeOf(file)).toBe('600');
  });

  it('reports why writing failed', async () => {
    const file = path.join(temporaryFolder(), 'missing', 'report.html');
    const { exitCode, stderr } = await runCommand(['report', file], await createTestStore());
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/ENOENT.*\[NOT_WRITTEN\]/);
    expect(existsSync(file)).toBe(false);
  });

  it('escapes the name of the firm', () => {
    const stats = { weeks: [], medianReviewMs: undefined, medianResponseMs: undefined };
    const page = renderReport({ firm: '<b>A & B', stats, generatedAt: '2026-11-21T12:00:00.000Z' });
    expect(page).toContain('&lt;b&gt;A &amp; B');
    expect(page).not.toContain('<b>A');
  });
});

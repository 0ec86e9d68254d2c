import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestStore, runCommand as run } from '../../../tests/fixtures/command-line.ts';
import { temporaryFolder } from '../../../tests/fixtures/temporary-store.ts';

const exported = async (env: Record<string, string>) =>
  (await run(['export', '--format', 'json'], env)).stdout;

function fileWith(text: string) {
  const file = path.join(temporaryFolder(), 'inquiries.json');
  writeFileSync(file, text);
  return file;
}

describe('import', () => {
  it('imports an export with histories and sends nothing', async () => {
    const from = await createTestStore(
      { mark: { status: 'reviewed', qualified: true, by: 'Ada', note: 'Fits' } },
      { email: "o'neil@example.com", message: 'Two lines,\nand "quotes"', persona: 'investor' },
      { mark: { status: 'spam' } },
    );
    const text = await exported(from);
    const to = await createTestStore();
    expect(await run(['import', fileWith(text)], to)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'Imported: 3. Skipped (already exist): 0.\n',
    });
    expect(await exported(to)).toBe(text);
    expect((await run(['list', '--search', 'lovelace', '--json'], to)).stdout).toBe(
      (await run(['list', '--search', 'lovelace', '--json'], from)).stdout,
    );
    expect((await run(['deliveries', '--json'], to)).stdout).toBe('[]\n');
  });

  it('skips and counts existing inquiries', async () => {
    const env = await createTestStore({}, {}, {});
    const text = await exported(env);
    const [first = ''] = text.split('\n').slice(1);
    const { id } = JSON.parse(first.replace(/,$/, '')) as { id: string };
    await run(['mark', id, 'spam'], env);
    const before = await exported(env);
    const { stdout } = await run(['import', fileWith(text), '--json'], env);
    expect(JSON.parse(stdout)).toEqual({ imported: 0, skipped: 3 });
    expect(await exported(env)).toBe(before);
  });

  it.each([
    ['"id":"', '"id":"x', 'id: expected a UUID'],
    ['"email":"ada@example.com"', '"email":"ada"', 'email: Please enter a valid email address'],
    ['"status":"new"', '"status":"old"', 'status: expected one of new, reviewed, '],
    ['"receivedAt":"2026', '"receivedAt":"26', 'receivedAt: expected a time such as '],
    ['{', '', 'expected one JSON object per line, as export writes them'],
    ['"history":[]', '"history":[{"status":"new"}]', 'history.0.at: '],
  ])('names the invalid line and imports nothing: %s', async (right, wrong, error) => {
    const text = await exported(await createTestStore({}, { email: 'ada@example.com' }));
    const at = text.lastIndexOf(right);
    const to = await createTestStore();
    const file = fileWith(text.slice(0, at) + wrong + text.slice(at + right.length));
    const { exitCode, stderr } = await run(['import', file], to);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${file} cannot be imported.\n- line 3: ${error}`);
    expect(stderr).toContain('[NOT_IMPORTED]');
    expect(await exported(to)).toBe('[]\n');
  });

  it('reports a missing file', async () => {
    const { exitCode, stderr } = await run(['import', '/nowhere/a.json'], await createTestStore());
    expect(exitCode).toBe(1);
    expect(stderr).toContain('File not found: /nowhere/a.json. [NO_FILE]');
  });

  it('refuses what it cannot read twice', async () => {
    const { exitCode, stderr } = await run(['import', '/dev/null'], await createTestStore());
    expect(exitCode).toBe(1);
    expect(stderr).toContain('/dev/null cannot be read: it is not a regular file. [UNREADABLE]');
  });
});

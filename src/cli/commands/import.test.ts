import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  runCommand as run,
} from '../../../tests/fixtures/command-line.ts';
import { failStatement } from '../../../tests/fixtures/failing-store.ts';
import {
  bareLocation,
  settingsFor,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';

const exported = async (env: Record<string, string>) =>
  (await run(['export', '--ignore-waiting'], env)).stdout;

function fileWith(text: string) {
  const file = path.join(temporaryFolder(), 'inquiries.json');
  writeFileSync(file, text);
  return file;
}

describe('import', () => {
  it('imports an export with histories and sends nothing', async () => {
    const from = await createTestStore(
      { mark: { status: 'reviewed', qualified: true, by: 'Ada', note: 'Fits' } },
      { email: "o'neil@example.com", message: 'Lines,\nand\u2028"{quotes', persona: 'investor' },
      { mark: { status: 'spam' } },
    );
    const [first] = await listStoredInquiries(from);
    await run(['assign', first?.id ?? '', '--to', 'Grace', '--by', 'Ada'], from);
    await run(['assign', first?.id ?? '', '--nobody'], from);
    await run(['assign', first?.id ?? '', '--to', 'Ada'], from);
    const text = await exported(from);
    const to = await createTestStore();
    expect(await run(['import', fileWith(text)], to)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'Imported: 3. Skipped (exist or were deleted): 0.\n',
    });
    expect(await exported(to)).toBe(text);
    expect((await run(['list', '--search', 'lovelace', '--json'], to)).stdout).toBe(
      (await run(['list', '--search', 'lovelace', '--json'], from)).stdout,
    );
    expect((await run(['deliveries', '--json'], to)).stdout).toBe('[]\n');
  });

  it('skips and counts inquiries that exist or were deleted', async () => {
    const env = await createTestStore({}, {}, {});
    const text = await exported(env);
    const [first, second] = await listStoredInquiries(env);
    await run(['mark', first?.id ?? '', 'spam'], env);
    await run(['delete', '--id', second?.id ?? '', '--force'], env);
    const before = await exported(env);
    const { stderr } = await run(['import', fileWith(text)], env);
    expect(stderr).toBe('Imported: 0. Skipped (exist or were deleted): 3.\n');
    expect(await exported(env)).toBe(before);
  });

  it('creates a missing store', async () => {
    const text = await exported(await createTestStore({ mark: { status: 'declined' } }, {}));
    const created = settingsFor(await bareLocation());
    const { exitCode, stderr } = await run(['import', fileWith(text)], created);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^Prepared the tables of \S+\.\nImported: 2\. /);
    expect(await exported(created)).toBe(text);
  });

  it('skips and counts repeats of an inquiry, whatever their layout', async () => {
    const from = await createTestStore(
      { mark: { status: 'spam' } },
      { mark: { status: 'declined' } },
    );
    const text = await exported(from);
    const entries = JSON.parse(text) as Record<string, unknown>[];
    const reversed = entries.map((entry) => Object.fromEntries(Object.entries(entry).reverse()));
    const to = await createTestStore();
    const file = fileWith(
      `\ufeff${JSON.stringify([...entries, ...entries, ...reversed], null, 4)}`,
    );
    const { exitCode, stderr } = await run(['import', file], to);
    expect(exitCode).toBe(0);
    expect(stderr).toBe('Imported: 2. Skipped (exist or were deleted): 4.\n');
    expect(await exported(to)).toBe(text);
  });

  it('names different inquiries with one id and imports nothing', async () => {
    const text = await exported(await createTestStore({}, {}));
    const [first, second] = JSON.parse(text) as Record<string, unknown>[];
    const entries = [first, second, { ...first, status: 'spam' }, { ...second, role: 'CEO' }];
    const to = await createTestStore();
    expect((await run(['import', fileWith(JSON.stringify(entries))], to)).stderr).toContain(
      'cannot be imported.\n' +
        `- inquiry 3 (id "${first?.['id']}"): differs from an earlier one with this id\n` +
        `- inquiry 4 (id "${second?.['id']}"): differs from an earlier one with this id [NOT_IMPORTED]\n`,
    );
    const withoutId = JSON.stringify([first, { ...second, id: undefined }, null]);
    expect((await run(['import', fileWith(withoutId)], to)).stderr).toMatch(
      /- inquiry 2 \(id undefined\): id: is missing\n- inquiry 3 \(id undefined\): inquiry: /,
    );
    expect(await exported(to)).toBe('[]\n');
  });

  it.each([
    ['without an array', '{"id": "a"}', /: it is not a JSON array\. /],
    ['that is cut off', '[\n{"id": "a"},\n', /: Unexpected end of JSON input\. /],
    ['that is missing', undefined, /: ENOENT: .*\. /],
  ])('refuses a file %s', async (_, text, reason) => {
    const file = text === undefined ? '/nowhere/a.json' : fileWith(text);
    const { exitCode, stderr } = await run(['import', file]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(/ cannot be read: .*\[UNREADABLE\]\nName a file/);
  });

  it('counts the retention of spam without a history from the import', async () => {
    const text = await exported(await createTestStore({ mark: { status: 'spam' } }));
    const [spam] = JSON.parse(text) as object[];
    const to = await createTestStore();
    const importedAt = Date.parse('2026-12-20T22:30:00.000Z');
    await run(['import', fileWith(JSON.stringify([{ ...spam, history: [] }]))], to, importedAt);
    expect(JSON.parse(await exported(to))).toMatchObject([
      { history: [{ at: '2026-12-20T22:30:00.000Z', status: 'spam' }] },
    ]);
  });

  it('reports what stays if the store fails on the way', async () => {
    const seeds = Array.from({ length: 60 }, () => ({}));
    const text = await exported(await createTestStore(...seeds, { mark: { status: 'declined' } }));
    const { store, location } = await temporaryStore();
    await failStatement(store, 'insert', 'events', "new.kind = 'changed'");
    const { exitCode, stderr } = await run(['import', fileWith(text)], settingsFor(location));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^Imported: 50\. Skipped.*\n.*\[STORE_UNAVAILABLE\]/);
  });

  it.each([
    ['"id":"', '"id":"x', 'id: expected a UUID'],
    ['"email":"ada@example.com"', '"email":"ada"', 'email: Please enter a valid email address'],
    ['"status":"new"', '"status":"old"', 'status: expected one of new, reviewed, '],
    ['"receivedAt":"2026', '"receivedAt":"26', 'receivedAt: expected a time such as '],
    ['"history":[]', '"history":[{"status":"new"}]', 'history.0.at: '],
  ])('names the invalid inquiry and imports nothing: %s', async (right, wrong, error) => {
    const text = await exported(await createTestStore({}, { email: 'ada@example.com' }));
    const at = text.lastIndexOf(right);
    const to = await createTestStore();
    const file = fileWith(text.slice(0, at) + wrong + text.slice(at + right.length));
    const { exitCode, stderr } = await run(['import', file], to);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/cannot be imported\.\n- inquiry 2 \(id ".*"\): /);
    expect(stderr).toContain(error);
    expect(stderr).toContain('[NOT_IMPORTED]');
    expect(await exported(to)).toBe('[]\n');
  });
});

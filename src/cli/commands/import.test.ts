import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  runCommand as run,
} from '../../../tests/fixtures/command-line.ts';
import { failStatement } from '../../../tests/fixtures/failing-store.ts';
import { createReleasedStore, listMigrations } from '../../../tests/fixtures/released-store.ts';
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

  it('skips and counts existing inquiries', async () => {
    const env = await createTestStore({}, {}, {});
    const text = await exported(env);
    const [first = ''] = text.split('\n').slice(1);
    const { id } = JSON.parse(first.replace(/,$/, '')) as { id: string };
    await run(['mark', id, 'spam'], env);
    const before = await exported(env);
    const { stderr } = await run(['import', fileWith(text)], env);
    expect(stderr).toBe('Imported: 0. Skipped (exist or were deleted): 3.\n');
    expect(await exported(env)).toBe(before);
  });

  it('leaves out what the store has deleted', async () => {
    const env = await createTestStore({}, {});
    const [first, second] = await listStoredInquiries(env);
    const text = await exported(env);
    await run(['delete', '--id', first?.id ?? '', '--force'], env);
    const { stderr } = await run(['import', fileWith(text)], env);
    expect(stderr).toBe('Imported: 0. Skipped (exist or were deleted): 2.\n');
    expect(await listStoredInquiries(env)).toEqual([second]);
  });

  it('creates a missing store, and does not migrate one of an earlier version', async () => {
    const text = await exported(await createTestStore({ mark: { status: 'declined' } }, {}));
    const created = settingsFor(await bareLocation());
    const { exitCode, stderr } = await run(['import', fileWith(text)], created);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^Created the store \S+\.\nImported: 2\. /);
    expect(await exported(created)).toBe(text);
    const again = await run(['import', fileWith(text)], created);
    expect(again.stderr).toBe('Imported: 0. Skipped (exist or were deleted): 2.\n');

    const earlier = await createReleasedStore();
    const migrations = await listMigrations(earlier);
    const refused = await run(['import', fileWith(text)], settingsFor(earlier));
    expect(refused.stderr).toContain('[STORE_UNAVAILABLE]');
    expect(await listMigrations(earlier)).toEqual(migrations);
  });

  const layouts: [string, (entries: object[]) => string][] = [
    ['indented', (entries) => JSON.stringify(entries, null, 4)],
    ['on one line, with a byte order mark', (entries) => `\ufeff${JSON.stringify(entries)}`],
    [
      'with Windows line ends',
      (entries) => JSON.stringify(entries, null, 2).replaceAll('\n', '\r\n'),
    ],
  ];

  it.each(layouts)('reads a file that another program laid out: %s', async (_, layOut) => {
    const from = await createTestStore(
      { mark: { status: 'reviewed', qualified: true, note: 'A } and a \\" {' } },
      ...Array.from({ length: 15 }, () => ({ message: '漢字 😀 \\\\ {['.repeat(400) })),
    );
    const text = await exported(from);
    const to = await createTestStore();
    const file = fileWith(layOut(JSON.parse(text)));
    expect((await run(['import', file], to)).stderr).toContain('Imported: 16. Skipped');
    expect(await exported(to)).toBe(text);
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
    const file = fileWith(JSON.stringify([...entries, ...entries, ...reversed]));
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

  it.each(['', 'Ada', '{"id": "a"}', '[\n{"id": "a"},\n', '[\n{"id": "a}]\n'])(
    'refuses a file without a JSON array, or one that is cut off: %j',
    async (text) => {
      const { exitCode, stderr } = await run(['import', fileWith(text)], await createTestStore());
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/cannot be read: .*\[UNREADABLE\]\nName a file/s);
    },
  );

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

  it('reports a missing file', async () => {
    const { exitCode, stderr } = await run(['import', '/nowhere/a.json'], await createTestStore());
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^\/nowhere\/a\.json cannot be read: ENOENT: .* \[UNREADABLE\]\n/);
  });
});

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

const counts = ({ added = 0, updated = 0, same = 0, deleted = 0, conflict = 0 }) =>
  `Added: ${added}. Updated: ${updated}. The same: ${same}. Deleted before: ${deleted}. In conflict: ${conflict}.\n`;

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
      stderr: counts({ added: 3 }),
    });
    expect(await exported(to)).toBe(text);
    expect((await run(['list', '--search', 'lovelace', '--json'], to)).stdout).toBe(
      (await run(['list', '--search', 'lovelace', '--json'], from)).stdout,
    );
    expect((await run(['deliveries', '--json'], to)).stdout).toBe('[]\n');
  });

  it('changes nothing of inquiries with a later history, and adds no deleted ones', async () => {
    const env = await createTestStore({}, {}, {});
    const text = await exported(env);
    const [first, second] = await listStoredInquiries(env);
    await run(['mark', first?.id ?? '', 'spam'], env);
    await run(['delete', '--id', second?.id ?? '', '--force'], env);
    const before = await exported(env);
    const { exitCode, stderr } = await run(['import', fileWith(text)], env);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: counts({ same: 2, deleted: 1 }) });
    expect(await exported(env)).toBe(before);
  });

  it('adds the changes that were made after a copy, and notifies nobody', async () => {
    const later = await createTestStore({}, { mark: { status: 'reviewed', qualified: true } }, {});
    const copy = await exported(later);
    const [first, second] = await listStoredInquiries(later);
    await run(['assign', first?.id ?? '', '--to', 'Grace'], later);
    await run(['mark', first?.id ?? '', 'reviewed', '--qualified', '--note', 'Fits'], later);
    await run(['mark', second?.id ?? '', 'responded', '--by', 'Ada'], later);
    const newer = await exported(later);
    const restored = await createTestStore();
    await run(['import', fileWith(copy)], restored);
    const { stderr } = await run(['import', fileWith(newer)], restored);
    expect(stderr).toBe(counts({ updated: 2, same: 1 }));
    expect(await exported(restored)).toBe(newer);
    expect((await run(['import', fileWith(newer)], restored)).stderr).toBe(counts({ same: 3 }));
    expect((await run(['deliveries', '--json'], restored)).stdout).toBe('[]\n');
    // The next change goes on from there.
    await run(['mark', second?.id ?? '', 'reviewed', '--qualified'], restored);
    expect(JSON.parse(await exported(restored))).toMatchObject([
      { history: [{ assignee: 'Grace' }, { note: 'Fits' }] },
      { history: [{ status: 'reviewed' }, { by: 'Ada' }, { status: 'reviewed' }] },
      { history: [] },
    ]);
  });

  it('names an inquiry that was changed in both places, leaves it, and adds the others', async () => {
    const later = await createTestStore({}, {});
    const restored = await createTestStore();
    await run(['import', fileWith(await exported(later))], restored);
    const [first, second] = await listStoredInquiries(later);
    const firstId = first?.id ?? '';
    await run(['mark', firstId, 'spam'], restored);
    await run(['mark', firstId, 'declined'], later);
    await run(['mark', second?.id ?? '', 'declined'], later);
    const { exitCode, stderr } = await run(['import', fileWith(await exported(later))], restored);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr:
        counts({ updated: 1, conflict: 1 }) +
        'These were changed both in the store and in the file, and stay as they are in the store:\n' +
        `- ${firstId} [IN_CONFLICT]\n` +
        'Compare "inquiries show ID" with the history in the file, and repeat what is missing.\n',
    });
    const statuses = (await listStoredInquiries(restored)).map(({ status }) => status);
    expect(statuses).toEqual(['spam', 'declined']);
  });

  it('creates a missing store', async () => {
    const text = await exported(await createTestStore({ mark: { status: 'declined' } }, {}));
    const created = settingsFor(await bareLocation());
    const { exitCode, stderr } = await run(['import', fileWith(text)], created);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^Prepared the tables of \S+\.\nAdded: 2\. /);
    expect(await exported(created)).toBe(text);
  });

  it('imports repeats of an inquiry once, whatever their layout', async () => {
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
    expect(stderr).toBe(counts({ added: 2 }));
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
    expect(stderr).toMatch(/^Added: 50\. .*\n.*\[STORE_UNAVAILABLE\]/);
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

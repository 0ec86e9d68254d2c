import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCommand, type Seed, setUpCommands } from '../../../tests/fixtures/command-line.ts';
import { failStatement } from '../../../tests/fixtures/failing-store.ts';
import { longEnough } from '../../../tests/fixtures/sample-inquiry.ts';
import {
  bareLocation,
  settingsFor,
  temporaryFolder,
} from '../../../tests/fixtures/temporary-store.ts';
import { errors, personas } from '../../content/fields.ts';
import { statuses } from '../../inquiry/status.ts';

/** Creates a store with these inquiries. Tests export from it and import into it. */
async function setUp<Seeds extends Seed[]>(...seeds: Seeds) {
  const { run, ...others } = await setUpCommands(...seeds);
  const exported = async () => (await run('export', '--ignore-waiting')).stdout;
  const imports = async (text: string) => {
    const { stderr, ...result } = await run('import', fileWith(text));
    return { ...result, stderr: stderr.replace(/^Importing into \S+\.\n/, '') };
  };
  return { ...others, run, exported, imports };
}

function fileWith(text: string) {
  const file = path.join(temporaryFolder(), 'inquiries.json');
  writeFileSync(file, text);
  return file;
}

const counts = ({ added = 0, updated = 0, same = 0, deleted = 0, conflict = 0 }) =>
  `Added: ${added}. Updated: ${updated}. The same: ${same}. Deleted before: ${deleted}. In conflict: ${conflict}.\n`;

it('imports an export with histories and sends nothing', async () => {
  const from = await setUp(
    { mark: { status: 'reviewed', qualified: true, by: 'Ada', note: 'Fits' } },
    {
      email: "o'neil@example.com",
      message: longEnough('Lines,\nand\u2028"{quotes'),
      persona: 'investor',
    },
    { mark: { status: 'spam' } },
  );
  for (const options of [['--to', 'Grace', '--by', 'Ada'], ['--nobody'], ['--to', 'Ada']])
    await from.run('assign', from.ids[0], ...options);
  const text = await from.exported();
  const to = await setUp();
  const stderr = counts({ added: 3 });
  expect(await to.imports(text)).toEqual({ exitCode: 0, stdout: '', stderr });
  expect(await to.exported()).toBe(text);
  const search = ['list', '--search', 'lovelace', '--json'];
  expect(await to.run(...search)).toEqual(await from.run(...search));
  expect((await to.run('deliveries', '--json')).stdout).toBe('[]\n');
});

it('changes nothing of inquiries with a later history, and adds no deleted ones', async () => {
  const { ids, run, exported, imports } = await setUp({}, {}, {});
  const text = await exported();
  await run('mark', ids[0], 'spam');
  await run('delete', '--id', ids[1], '--force');
  const before = await exported();
  const stderr = counts({ same: 2, deleted: 1 });
  expect(await imports(text)).toEqual({ exitCode: 0, stdout: '', stderr });
  expect(await exported()).toBe(before);
});

it('adds the changes that were made after a copy, and notifies nobody', async () => {
  const later = await setUp({}, { mark: { status: 'reviewed', qualified: true } }, {});
  const [first, second] = later.ids;
  const restored = await setUp();
  await restored.imports(await later.exported());
  await later.run('assign', first, '--to', 'Grace');
  await later.run('mark', first, 'reviewed', '--qualified', '--note', 'Fits');
  await later.run('mark', second, 'responded', '--by', 'Ada');
  const newer = await later.exported();
  expect((await restored.imports(newer)).stderr).toBe(counts({ updated: 2, same: 1 }));
  expect(await restored.exported()).toBe(newer);
  expect((await restored.imports(newer)).stderr).toBe(counts({ same: 3 }));
  expect((await restored.run('deliveries', '--json')).stdout).toBe('[]\n');
  // The next change continues the imported history.
  await restored.run('mark', second, 'reviewed', '--qualified');
  expect(JSON.parse(await restored.exported())).toMatchObject([
    { history: [{ assignee: 'Grace' }, { note: 'Fits' }] },
    { history: [{ status: 'reviewed' }, { by: 'Ada' }, { status: 'reviewed' }] },
    { history: [] },
  ]);
});

it('names an inquiry that was changed in both places, leaves it, and adds the others', async () => {
  const later = await setUp({}, {});
  const [first, second] = later.ids;
  const restored = await setUp();
  await restored.imports(await later.exported());
  await restored.run('mark', first, 'spam');
  await later.run('mark', first, second, 'declined');
  expect(await restored.imports(await later.exported())).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      counts({ updated: 1, conflict: 1 }) +
      'These were changed both in the store and in the file, and stay as they are in the store:\n' +
      `- ${first} [IN_CONFLICT]\n` +
      'Compare "inquiries show ID" with the history in the file, and repeat what is missing.\n',
  });
  const statuses = (await restored.list()).map(({ status }) => status);
  expect(statuses).toEqual(['spam', 'declined']);
});

it('creates a missing store', async () => {
  const text = await (await setUp({ mark: { status: 'declined' } }, {})).exported();
  const created = settingsFor(await bareLocation());
  const { exitCode, stderr } = await runCommand(['import', fileWith(text)], created);
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^Importing into \S+\.\nAdded: 2\. /);
  expect((await runCommand(['export'], created)).stdout).toBe(text);
});

it('imports repeats of an inquiry once, whatever their layout', async () => {
  const from = await setUp({ mark: { status: 'spam' } }, { mark: { status: 'declined' } });
  const text = await from.exported();
  const entries = JSON.parse(text) as Record<string, unknown>[];
  const reversed = entries.map((entry) => Object.fromEntries(Object.entries(entry).reverse()));
  const { imports, exported } = await setUp();
  const repeats = JSON.stringify([...entries, ...entries, ...reversed], null, 4);
  const stderr = counts({ added: 2 });
  expect(await imports(`\ufeff${repeats}`)).toEqual({ exitCode: 0, stdout: '', stderr });
  expect(await exported()).toBe(text);
});

it('names different inquiries with one id and imports nothing', async () => {
  const { ids, exported } = await setUp({}, {});
  const [first, second] = JSON.parse(await exported()) as object[];
  const entries = [first, second, { ...first, status: 'spam' }, { ...second, role: 'CEO' }];
  const to = await setUp();
  expect((await to.imports(JSON.stringify(entries))).stderr).toContain(
    'cannot be imported.\n' +
      `- inquiry 3 (id "${ids[0]}"): differs from an earlier one with this id\n` +
      `- inquiry 4 (id "${ids[1]}"): differs from an earlier one with this id [NOT_IMPORTED]\n`,
  );
  const withoutId = JSON.stringify([first, { ...second, id: undefined }, null]);
  expect((await to.imports(withoutId)).stderr).toMatch(
    /- inquiry 2 \(id undefined\): id: is missing\n- inquiry 3 \(id undefined\): inquiry: /,
  );
  expect(await to.list()).toEqual([]);
});

it.each([
  ['without an array', '{"id": "a"}', 'it is not a JSON array'],
  ['that is cut off', '[\n{"id": "a"},\n', 'Unexpected end of JSON input'],
  ['that is missing', undefined, 'ENOENT: .*'],
])('refuses a file %s', async (_, text, reason) => {
  const file = text === undefined ? '/nowhere/a.json' : fileWith(text);
  const { exitCode, stderr } = await runCommand(['import', file]);
  expect(exitCode).toBe(1);
  const message = `cannot be read: ${reason}\\. .*\\[UNREADABLE\\]\nName a file`;
  expect(stderr).toMatch(new RegExp(message));
});

it('counts the retention of spam without a history from the import', async () => {
  const [spam] = JSON.parse(await (await setUp({ mark: { status: 'spam' } })).exported());
  const { env, exported } = await setUp();
  const at = '2026-12-20T22:30:00.000Z';
  const file = fileWith(JSON.stringify([{ ...spam, history: [] }]));
  await runCommand(['import', file], env, Date.parse(at));
  expect(JSON.parse(await exported())).toMatchObject([{ history: [{ at, status: 'spam' }] }]);
});

it('reports what stays if the store fails on the way', async () => {
  const seeds = Array.from({ length: 60 }, () => ({}));
  const from = await setUp(...seeds, { mark: { status: 'declined' } });
  const { store, imports } = await setUp();
  await failStatement(store, 'insert', 'events', "new.kind = 'changed'");
  const { exitCode, stderr } = await imports(await from.exported());
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^Added: 50\. .*\n.*\[STORE_UNAVAILABLE\]/);
});

it.each([
  ['"id":"', '"id":"x', 'id: expected a UUID'],
  ['"email":"ada@example.com"', '"email":"ada"', `email: ${errors.email}`],
  [
    '"persona":"founder"',
    '"persona":"consultant"',
    `persona: "consultant" is not one of ${Object.keys(personas).join(', ')}. Write one of them, or add it to the choices in src/content/fields.ts and build the site`,
  ],
  ['"persona":"founder",', '', `persona: ${errors.persona}`],
  ['"status":"new"', '"status":"old"', `status: expected one of ${statuses.join(', ')}`],
  ['"receivedAt":"2026', '"receivedAt":"26', 'receivedAt: expected a time such as '],
  ['"history":[]', '"history":[{"status":"new"}]', 'history.0.at: '],
  [
    '"history":[]',
    '"history":[{"at":"2026-11-21T13:00:00.000Z","status":"new","note":"\\u0000"}]',
    'history.0.note: has U+0000 or half of a surrogate pair, which no database stores',
  ],
])('names the invalid inquiry and imports nothing: %s', async (right, wrong, error) => {
  const text = await (await setUp({}, { email: 'ada@example.com' })).exported();
  const at = text.lastIndexOf(right);
  const { imports, list } = await setUp();
  const damaged = text.slice(0, at) + wrong + text.slice(at + right.length);
  const { exitCode, stderr } = await imports(damaged);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/cannot be imported\.\n- inquiry 2 \(id ".*"\): .*\[NOT_IMPORTED\]/);
  expect(stderr).toContain(error);
  expect(await list()).toEqual([]);
});

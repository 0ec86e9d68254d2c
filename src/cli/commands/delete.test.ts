import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { setUpCommands } from '../../../tests/fixtures/command-line.ts';
import { temporaryFolder } from '../../../tests/fixtures/temporary-store.ts';

it('deletes the inquiries from an address, after a dry run', async () => {
  const { ids, run, list } = await setUpCommands(
    { email: 'ada@one.example' },
    { email: 'grace@one.example' },
  );
  const [ada, grace] = await list();
  const argv = ['delete', '--email', 'ADA@one.example'];
  expect(await run(...argv)).toEqual({
    exitCode: 0,
    stdout: `${ids[0]}\n`,
    stderr: '1 inquiry would be deleted. Add --force to delete permanently.\n',
  });
  expect(await list()).toEqual([ada, grace]);
  const result = await run(...argv, '--force');
  expect(result.stdout).toBe(`${ids[0]}\n`);
  expect(result.stderr).toContain('1 inquiry deleted, but not from earlier backups.\n');
  expect(await list()).toEqual([grace]);
  expect(JSON.parse((await run('deliveries', '--json')).stdout)).toMatchObject([
    { kind: 'deleted', inquiryId: ids[0], destination: 'webhook', state: 'waiting' },
  ]);
  // The address is not printed.
  const nothing = { exitCode: 0, stdout: '', stderr: 'Nothing to delete.\n' };
  expect(await run(...argv, '--force')).toEqual(nothing);
});

it('deletes one inquiry by its id, not others of its address', async () => {
  const { ids, run, list } = await setUpCommands({}, {}, {});
  const [ada, , joan] = await list();
  const argv = ['delete', '--id', ids[1].slice(0, 34)];
  expect((await run(...argv)).stdout).toBe(`${ids[1]}\n`);
  expect(await list()).toHaveLength(3);
  await run(...argv, '--force');
  expect(await list()).toEqual([ada, joan]);
  await run('delete', '--force', '--id', ids[0], ids[2]);
  expect(await list()).toEqual([]);
});

it('repeats the deletions of the store before this one', async () => {
  const before = await setUpCommands({}, {}, {});
  const [ada, grace, joan] = before.ids;
  const folder = temporaryFolder();
  const exportTo = async (name: string) => {
    const file = path.join(folder, name);
    // Exports without deliveries, as if from another machine.
    writeFileSync(file, (await before.run('export', '--ignore-waiting')).stdout);
    return file;
  };
  const all = await exportTo('all.json');
  await before.run('delete', '--id', joan, '--force');
  const { run, list } = await setUpCommands();
  await run('import', await exportTo('without-joan.json'));
  await before.run('delete', '--id', ada, '--force');

  const argv = [
    ...['delete', '--deleted-in'],
    before.env['DATABASE_URL'] || before.env['DATA_DIR'] || '',
  ];
  const refused = await run(...argv, '--force');
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /the other has deleted more than a tenth, 1 by the command on 2026-11-21\. \[MANY_DELETED\]\nAdd --many /,
  );
  expect(await run(...argv)).toEqual(refused);
  expect(await run(...argv, '--many')).toEqual({
    exitCode: 0,
    stdout: `${ada}\n`,
    stderr: '1 inquiry would be deleted. Add --force to delete permanently.\n',
  });
  expect(await list()).toHaveLength(2);
  const result = await run(...argv, '--many', '--force');
  expect(result.stdout).toBe(`${ada}\n`);
  expect(result.stderr).toContain('1 inquiry deleted');
  expect((await list()).map(({ id }) => id)).toEqual([grace]);
  // Ids that this store never had are recorded as deleted, too.
  expect((await run('import', all)).stderr).toContain('Added: 0.');
  expect((await run(...argv, '--force')).stderr).toBe('Nothing to delete.\n');
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  runCommand,
} from '../../../tests/fixtures/command-line.ts';
import { temporaryFolder } from '../../../tests/fixtures/temporary-store.ts';

describe('delete', () => {
  const seeds = [{ email: 'ada@one.example' }, { email: 'grace@one.example' }];

  it('prints a dry run without --force', async () => {
    const env = await createTestStore(...seeds);
    const [ada] = await listStoredInquiries(env);
    expect(await runCommand(['delete', '--email', 'ADA@one.example'], env)).toEqual({
      exitCode: 0,
      stdout: `${ada?.id}\n`,
      stderr: '1 inquiry would be deleted. Add --force to delete permanently.\n',
    });
    expect(await listStoredInquiries(env)).toHaveLength(2);
  });

  it('deletes the inquiries from an address', async () => {
    const env = await createTestStore(...seeds);
    const [ada, grace] = await listStoredInquiries(env);
    const argv = ['delete', '--email', 'ada@one.example', '--force'];
    const result = await runCommand(argv, env);
    expect(result.stdout).toBe(`${ada?.id}\n`);
    expect(result.stderr).toContain('1 inquiry deleted, but not from earlier backups.\n');
    expect(await listStoredInquiries(env)).toEqual([grace]);
    const deliveries = JSON.parse((await runCommand(['deliveries', '--json'], env)).stdout);
    expect(deliveries).toMatchObject([
      { kind: 'deleted', inquiryId: ada?.id, destination: 'webhook', state: 'waiting' },
    ]);
  });

  it('does not print the address', async () => {
    const { stdout, stderr } = await runCommand(
      ['delete', '--email', 'nobody@one.example', '--force'],
      await createTestStore(...seeds),
    );
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: 'Nothing to delete.\n' });
  });

  it('deletes one inquiry by its id, not others of its address', async () => {
    const mark = { status: 'spam' } as const;
    const env = await createTestStore({ mark }, { mark }, {});
    const [ada, grace, joan] = await listStoredInquiries(env);
    const before = await listStoredInquiries(env);
    const argv = ['delete', '--id', grace?.id.toUpperCase().slice(0, 34) ?? ''];
    expect(await runCommand(argv, env)).toEqual({
      exitCode: 0,
      stdout: `${grace?.id}\n`,
      stderr: '1 inquiry would be deleted. Add --force to delete permanently.\n',
    });
    expect(await listStoredInquiries(env)).toEqual(before);

    await runCommand([...argv, '--force'], env);
    expect((await listStoredInquiries(env)).map(({ id }) => id)).toEqual([ada?.id, joan?.id]);
  });

  it('repeats the deletions of the store before this one', async () => {
    const before: Record<string, string> = await createTestStore({}, {}, {});
    const [ada, grace, joan] = await listStoredInquiries(before);
    const file = path.join(temporaryFolder(), 'export.json');
    // Without its deliveries, as on another machine.
    writeFileSync(file, (await runCommand(['export', '--ignore-waiting'], before)).stdout);
    const env = await createTestStore();
    await runCommand(['import', file], env);
    for (const id of [ada?.id ?? '', joan?.id ?? '']) {
      await runCommand(['delete', '--id', id, '--force'], before);
    }
    await runCommand(['delete', '--id', joan?.id ?? '', '--force'], env);

    const argv = ['delete', '--deleted-in', before['DATABASE_URL'] || before['DATA_DIR'] || ''];
    const dryRun = await runCommand(argv, env);
    expect(dryRun.stdout).toBe(`${ada?.id}\n${joan?.id}\n`);
    expect(await listStoredInquiries(env)).toHaveLength(2);
    const result = await runCommand([...argv, '--force'], env);
    expect(result.stdout).toBe(`${ada?.id}\n`);
    expect(result.stderr).toContain('1 inquiry deleted');
    expect((await listStoredInquiries(env)).map(({ id }) => id)).toEqual([grace?.id]);
    expect((await runCommand(['import', file], env)).stderr).toContain('Imported: 0.');
    expect((await runCommand([...argv, '--force'], env)).stderr).toBe('Nothing to delete.\n');
  });

  it('explains an id that no inquiry has, or several', async () => {
    const env = await createTestStore(...seeds);
    const unknown = await runCommand(['delete', '--id', 'ffff', '--force'], env);
    expect(unknown.stderr).toContain('[UNKNOWN_ID]');
    const several = await runCommand(['delete', '--id', '0', '--force'], env);
    expect(several.stderr).toContain('[AMBIGUOUS_ID]');
    expect(await listStoredInquiries(env)).toHaveLength(2);
  });

  it.each([[[]], [['--email', 'ada@one.example', '--id', '0']]])(
    'requires one of an address, an id and a store: %j',
    async (options) => {
      const argv = ['delete', ...options, '--force'];
      const { exitCode, stderr } = await runCommand(argv, await createTestStore(...seeds));
      expect(exitCode).toBe(2);
      expect(stderr).toBe(
        'Expected one of --email, --id and --deleted-in. [USAGE]\n' +
          'Run "inquiries delete --email ADDRESS" for all inquiries from an address, ' +
          'or "inquiries delete --id ID" for one.\n',
      );
    },
  );
});

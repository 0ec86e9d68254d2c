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

  it('deletes the inquiries from an address, after a dry run', async () => {
    const env = await createTestStore(...seeds);
    const [ada, grace] = await listStoredInquiries(env);
    const argv = ['delete', '--email', 'ADA@one.example'];
    expect(await runCommand(argv, env)).toEqual({
      exitCode: 0,
      stdout: `${ada?.id}\n`,
      stderr: '1 inquiry would be deleted. Add --force to delete permanently.\n',
    });
    expect(await listStoredInquiries(env)).toEqual([ada, grace]);
    const result = await runCommand([...argv, '--force'], env);
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
    const env = await createTestStore({}, {}, {});
    const [ada, grace, joan] = await listStoredInquiries(env);
    const argv = ['delete', '--id', grace?.id.slice(0, 34) ?? ''];
    expect((await runCommand(argv, env)).stdout).toBe(`${grace?.id}\n`);
    expect(await listStoredInquiries(env)).toHaveLength(3);
    await runCommand([...argv, '--force'], env);
    expect(await listStoredInquiries(env)).toEqual([ada, joan]);
    await runCommand(['delete', '--force', '--id', ada?.id ?? '', joan?.id ?? ''], env);
    expect(await listStoredInquiries(env)).toEqual([]);
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
    const asked = await runCommand([...argv, '--force'], env);
    expect(asked).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /the other has deleted 1 by the command on 2026-11-21\. \[MANY_DELETED\]\nAdd --many /,
      ) as string,
    });
    const result = await runCommand([...argv, '--many', '--force'], env);
    expect(result.stdout).toBe(`${ada?.id}\n`);
    expect(result.stderr).toContain('1 inquiry deleted');
    expect((await listStoredInquiries(env)).map(({ id }) => id)).toEqual([grace?.id]);
    expect((await runCommand(['import', file], env)).stderr).toContain('Added: 0.');
    expect((await runCommand([...argv, '--force'], env)).stderr).toBe('Nothing to delete.\n');
  });

  it.each([[[]], [['--email', 'ada@one.example', '--id', '0']]])(
    'requires one of an address, an id and a store: %j',
    async (options) => {
      const { exitCode, stderr } = await runCommand(['delete', ...options, '--force']);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('Expected one of --email, --id and --deleted-in. [USAGE]\n');
    },
  );
});

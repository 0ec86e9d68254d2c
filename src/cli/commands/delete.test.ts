import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  runCommand,
} from '../../../tests/fixtures/command-line.ts';

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

  it('explains an id that no inquiry has, or several', async () => {
    const env = await createTestStore(...seeds);
    const unknown = await runCommand(['delete', '--id', 'ffff', '--force'], env);
    expect(unknown.stderr).toContain('[UNKNOWN_ID]');
    const several = await runCommand(['delete', '--id', '0', '--force'], env);
    expect(several.stderr).toContain('[AMBIGUOUS_ID]');
    expect(await listStoredInquiries(env)).toHaveLength(2);
  });

  it.each([[[]], [['--email', 'ada@one.example', '--id', '0']]])(
    'requires either an address or an id: %j',
    async (options) => {
      const argv = ['delete', ...options, '--force'];
      const { exitCode, stderr } = await runCommand(argv, await createTestStore(...seeds));
      expect(exitCode).toBe(2);
      expect(stderr).toBe(
        'Expected either --email or --id. [USAGE]\n' +
          'Run "inquiries delete --email ADDRESS" for all inquiries from an address, ' +
          'or "inquiries delete --id ID" for one.\n',
      );
    },
  );
});

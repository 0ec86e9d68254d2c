import { describe, expect, it, vi } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  receivedMs,
  runCommand,
} from '../../../tests/fixtures/command-line.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  isOnPostgres,
  settingsFor,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import type * as deletion from '../../store/inquiries/delete-inquiries.ts';
import { updateStatus } from '../../store/inquiries/update-status.ts';

/** Hook that runs between finding and deleting inquiries. */
const beforeDeletion = vi.hoisted(() => vi.fn<() => Promise<void>>());
// The worker may have loaded these modules without the mock.
vi.hoisted(() => vi.resetModules());
vi.mock(
  '../../store/inquiries/delete-inquiries.ts',
  async (importOriginal): Promise<typeof deletion> => {
    const original = await importOriginal<typeof deletion>();
    return {
      ...original,
      deleteInquiries: async (...args) => {
        await beforeDeletion();
        return original.deleteInquiries(...args);
      },
    };
  },
);

const dayMs = 24 * 60 * 60 * 1000;

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
    const dryRun = await runCommand(['delete', '--email', 'ada@one.example', '--json'], env);
    expect(JSON.parse(dryRun.stdout)).toEqual({ erased: false, ids: [ada?.id] });
    expect(await listStoredInquiries(env)).toHaveLength(2);
  });

  it('deletes the inquiries from an address', async () => {
    const env = await createTestStore(...seeds);
    const [ada, grace] = await listStoredInquiries(env);
    const argv = ['delete', '--email', 'ada@one.example', '--force', '--json'];
    const result = await runCommand(argv, env);
    expect(JSON.parse(result.stdout)).toEqual({ erased: true, ids: [ada?.id] });
    expect(result.stderr).toContain('1 inquiry deleted, but not from earlier backups.\n');
    expect(result.stderr.includes('until they are overwritten')).toBe(isOnPostgres);
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

    const { stdout } = await runCommand([...argv, '--force', '--json'], env);
    expect(JSON.parse(stdout)).toEqual({ erased: true, ids: [grace?.id] });
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

describe('expire', () => {
  const seeds = [
    { firstName: 'Old', receivedAt: '2025-05-21T11:59:59.999Z' },
    { firstName: 'Recent', receivedAt: '2025-05-21T12:00:00.000Z' },
    { firstName: 'Junk', mark: { status: 'spam' } },
  ] satisfies Parameters<typeof createTestStore>;
  const namesIn = async (env: Record<string, string>) =>
    (await listStoredInquiries(env)).map(({ firstName }) => firstName);

  it('deletes spam that was marked more than 30 days ago', async () => {
    const env = await createTestStore(...seeds);
    const inTime = receivedMs + 2000 + 30 * dayMs;
    await runCommand(['expire', '--force'], env, inTime);
    expect(await namesIn(env)).toEqual(['Old', 'Recent', 'Junk']);
    await runCommand(['expire', '--force'], env, inTime + 1);
    expect(await namesIn(env)).toEqual(['Old', 'Recent']);
  });

  it('deletes inquiries older than --older-than', async () => {
    const env = await createTestStore(...seeds);
    const argv = ['expire', '--older-than', '18mo', '--json'];
    const dryRun = await runCommand(argv, env);
    expect(JSON.parse(dryRun.stdout)).toEqual({ erased: false, count: 1, spam: 0, old: 1 });
    expect(await namesIn(env)).toHaveLength(3);

    const done = await runCommand([...argv, '--force'], env);
    expect(JSON.parse(done.stdout)).toMatchObject({ erased: true, count: 1 });
    expect(await namesIn(env)).toEqual(['Recent', 'Junk']);
  });

  it('counts old spam once', async () => {
    const env = await createTestStore({
      receivedAt: '2020-01-01T00:00:00Z',
      mark: { status: 'spam' },
    });
    const { stdout } = await runCommand(['expire', '--older-than=1y', '--json'], env);
    expect(JSON.parse(stdout)).toEqual({ erased: false, count: 1, spam: 1, old: 1 });
  });

  it('keeps an inquiry that is reopened while it runs', async () => {
    const { store, location } = await temporaryStore();
    const clock = () => receivedMs;
    const junk = await storeInquiry(store, {}, { at: receivedMs });
    await updateStatus({ store, clock }, junk, { status: 'spam' });

    beforeDeletion.mockImplementationOnce(async () => {
      await updateStatus({ store, clock }, junk, { status: 'new' });
    });
    const env = settingsFor(location);
    const { stderr } = await runCommand(['expire', '--force'], env, receivedMs + 31 * dayMs);
    expect(stderr).toBe('Nothing to delete.\n');
    expect(await listStoredInquiries(env)).toMatchObject([{ status: 'new' }]);
  });

  it('explains the format of an age', async () => {
    const { exitCode, stderr } = await runCommand(['expire', '--older-than', '18 months']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('such as 90d, 18mo or 2y.');
  });
});

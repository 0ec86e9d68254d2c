import { describe, expect, it, vi } from 'vitest';
import {
  dataWith,
  inquiriesIn,
  receivedMs,
  runCommand,
} from '../../../tests/fixtures/command-line.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import {
  isOnPostgres,
  settingsFor,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { submitInquiry } from '../../http/contact/submit-inquiry.ts';
import type * as erasing from '../../store/inquiries/delete-inquiries.ts';
import { markInquiry } from '../../store/inquiries/update-status.ts';

/** Is called when a command has found what to erase, before it erases that. */
const beforeErasing = vi.hoisted(() => vi.fn<() => Promise<void>>());
// The worker may have loaded these modules without the mock.
vi.hoisted(() => vi.resetModules());
vi.mock('../../store/inquiries/delete-inquiries.ts', async (importOriginal) => {
  const original = await importOriginal<typeof erasing>();
  const eraseInquiries: typeof erasing.eraseInquiries = async (...args) => {
    await beforeErasing();
    return original.eraseInquiries(...args);
  };
  return { ...original, eraseInquiries };
});

const dayMs = 24 * 60 * 60 * 1000;

describe('erase', () => {
  const seeds = [{ email: 'ada@one.example' }, { email: 'grace@one.example' }];

  it('prints what it would erase, and erases nothing, unless forced', async () => {
    const env = await dataWith(...seeds);
    const [ada] = await inquiriesIn(env);
    expect(await runCommand(['erase', '--email', 'ADA@one.example'], env)).toEqual({
      exitCode: 0,
      stdout: `${ada?.id}\n`,
      stderr: '1 inquiry would be erased. Add --force to do it, for good.\n',
    });
    const planned = await runCommand(['erase', '--email', 'ada@one.example', '--json'], env);
    expect(JSON.parse(planned.stdout)).toEqual({ erased: false, ids: [ada?.id] });
    expect(await inquiriesIn(env)).toHaveLength(2);
  });

  it('erases the inquiries of that address', async () => {
    const env = await dataWith(...seeds);
    const [ada, grace] = await inquiriesIn(env);
    const erased = await runCommand(
      ['erase', '--email', 'ada@one.example', '--force', '--json'],
      env,
    );
    expect(JSON.parse(erased.stdout)).toEqual({ erased: true, ids: [ada?.id] });
    expect(erased.stderr).toContain('1 inquiry erased. Backups made before still have them.\n');
    expect(erased.stderr.includes('until they are written over')).toBe(isOnPostgres);
    expect(await inquiriesIn(env)).toEqual([grace]);
  });

  it('never repeats the address', async () => {
    const { stdout, stderr } = await runCommand(
      ['erase', '--email', 'nobody@one.example', '--force'],
      await dataWith(...seeds),
    );
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: 'There is nothing to erase.\n' });
  });

  it('wants an address', async () => {
    const { exitCode, stderr } = await runCommand(['erase', '--force'], await dataWith(...seeds));
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^Required option '--email <address>'.* \[MISSING_OPTION\]\n/);
  });
});

describe('purge', () => {
  const seeds = [
    { firstName: 'Old', receivedAt: '2025-05-21T11:59:59.999Z' },
    { firstName: 'Recent', receivedAt: '2025-05-21T12:00:00.000Z' },
    { firstName: 'Junk', mark: { status: 'spam' } },
  ] satisfies Parameters<typeof dataWith>;
  const namesIn = async (env: Record<string, string>) =>
    (await inquiriesIn(env)).map(({ firstName }) => firstName);

  it('erases what was marked as spam more than 30 days ago', async () => {
    const env = await dataWith(...seeds);
    const inTime = receivedMs + 2000 + 30 * dayMs;
    await runCommand(['purge', '--force'], env, inTime);
    expect(await namesIn(env)).toEqual(['Old', 'Recent', 'Junk']);
    await runCommand(['purge', '--force'], env, inTime + 1);
    expect(await namesIn(env)).toEqual(['Old', 'Recent']);
  });

  it('erases also what is older than it is told', async () => {
    const env = await dataWith(...seeds);
    const argv = ['purge', '--older-than', '18mo', '--json'];
    const planned = await runCommand(argv, env);
    expect(JSON.parse(planned.stdout)).toEqual({ erased: false, count: 1, spam: 0, old: 1 });
    expect(await namesIn(env)).toHaveLength(3);

    const done = await runCommand([...argv, '--force'], env);
    expect(JSON.parse(done.stdout)).toMatchObject({ erased: true, count: 1 });
    expect(await namesIn(env)).toEqual(['Recent', 'Junk']);
  });

  it('counts an inquiry once that is old and spam', async () => {
    const env = await dataWith({ receivedAt: '2020-01-01T00:00:00Z', mark: { status: 'spam' } });
    const { stdout } = await runCommand(['purge', '--older-than=1y', '--json'], env);
    expect(JSON.parse(stdout)).toEqual({ erased: false, count: 1, spam: 1, old: 1 });
  });

  it('leaves what is marked back while it runs', async () => {
    const { store, location } = await temporaryStore();
    const clock = () => receivedMs;
    const junk = await submitInquiry({ store, clock }, sampleInquiry);
    if (junk.outcome !== 'stored') throw new Error('not stored');
    await markInquiry({ store, clock }, junk.id, { status: 'spam' });

    beforeErasing.mockImplementationOnce(async () => {
      await markInquiry({ store, clock }, junk.id, { status: 'new' });
    });
    const env = settingsFor(location);
    const { stderr } = await runCommand(['purge', '--force'], env, receivedMs + 31 * dayMs);
    expect(stderr).toBe('There is nothing to erase.\n');
    expect(await inquiriesIn(env)).toMatchObject([{ status: 'new' }]);
  });

  it('says how to write an age', async () => {
    const { exitCode, stderr } = await runCommand(['purge', '--older-than', '18 months']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('such as 90d, 18mo or 2y.');
  });
});

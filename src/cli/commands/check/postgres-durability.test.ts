import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../../../tests/fixtures/command-line.ts';
import { startPostgres } from '../../../../tests/fixtures/postgres-server.ts';
import { temporaryStore } from '../../../../tests/fixtures/temporary-store.ts';
import { openStore } from '../../../store/open-store.ts';
import { readUnsafeSettings } from '../../../store/postgres/open-postgres.ts';

it('fails on a database that can lose acknowledged inquiries, of which the server warns', async () => {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  const env = { DATABASE_URL: database.urlOf('postgres') };
  await (await openStore({ databaseUrl: env.DATABASE_URL })).close();
  const durable = await runCommand(['check'], env);
  expect(durable).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^ok +durability/m) });

  await database.execute('alter system set fsync = off');
  await database.execute('alter system set full_page_writes = off');
  await database.execute('select pg_reload_conf()');
  const check = async () => (await runCommand(['check'], env)).stdout;
  await expect
    .poll(check)
    .toMatch(
      /^failed +durability +fsync and full_page_writes off: .*\n +Set fsync = on and full_page_writes = on/m,
    );
  expect(await runCommand(['check'], env)).toMatchObject({ exitCode: 1 });
});

it('notices a session without synchronous commits', async () => {
  const { store } = await temporaryStore();
  await store.db.transaction().execute(async (transaction) => {
    expect(await readUnsafeSettings(transaction)).not.toContain('synchronous_commit');
    await sql`set local synchronous_commit = off`.execute(transaction);
    expect(await readUnsafeSettings(transaction)).toContain('synchronous_commit');
  });
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../tools/start-server.ts';
import { runCommand } from '../fixtures/command-line.ts';
import {
  createSharedFolder,
  executeOn,
  postgresPrograms,
  startAsPostgres,
  startDebianServer,
} from '../fixtures/debian-postgres.ts';
import { isInstalled } from '../fixtures/installed-programs.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { longEnough } from '../fixtures/sample-inquiry.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const programs = postgresPrograms;

/** Starts Debian's PostgreSQL with an empty database of the role `website`, which is no superuser. */
async function startDebianPostgres() {
  const { port, urlOf, execute } = await startDebianServer();
  await execute(
    "create role website login password 'secret'",
    "create database inquiries owner website encoding 'UTF8' template template0",
  );
  return { port, url: urlOf('website', 'inquiries'), execute };
}

describe.skipIf(!programs)("Debian's PostgreSQL", () => {
  it.each([
    ['', 'a plain URL'],
    ['?sslmode=disable', 'a mode of TLS'],
    ['?sslmode=disable&sslrootcert=/etc/ssl/certs/ca-certificates.crt', 'slashes of a path'],
    ['?application_name=web/site', 'a slash in the query'],
  ])('has a test of the restore beside the store, with the URL %j: %s', async (query) => {
    const { url, execute } = await startDebianPostgres();
    const env = { DATABASE_URL: url + query, PATH: `${programs}:${process.env['PATH']}` };
    const server = startTestServer(env);
    await postInquiry(await server.url);
    const folder = temporaryFolder();
    const backedUp = await runCommand(['backup', folder], env);
    expect(backedUp.stderr).toContain('verified: 1 inquiry');
    const copy = backedUp.stdout.trim();
    await postInquiry(await server.url, {
      message: longEnough('After the copy: a second inquiry.'),
    });

    await execute("create database restore_test owner website encoding 'UTF8' template template0");
    const inTest = ['--database', 'restore_test'];
    expect(await runCommand([...inTest, 'restore', copy, '--force'], env)).toEqual({
      exitCode: 0,
      stdout: `${copy} is intact: 1 inquiry.\n`,
      stderr: expect.stringMatching(/restored to 127\.0\.0\.1:\d+\/restore_test\.\n$/) as string,
    });
    const count = async (...options: string[]) =>
      JSON.parse((await runCommand([...options, 'list', '--json'], env)).stdout).length;
    expect(await count(...inTest)).toBe(1);
    expect(await count()).toBe(2);
    const refused = await runCommand(['restore', copy, '--force'], env);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(/has a store\. \[NOT_RESTORED\]/);
    expect(await count()).toBe(2);
  });

  it('is replaced by a copy with all that came after it', async () => {
    const { url, execute } = await startDebianPostgres();
    const env = { DATABASE_URL: url, PATH: `${programs}:${process.env['PATH']}` };
    const server = startTestServer(env);
    const send = async (message: string) => postInquiry(await server.url, { message });
    for (let number = 0; number < 12; number += 1) await send(`Before the copy, number ${number}.`);
    const folder = temporaryFolder();
    const copy = (await runCommand(['backup', folder], env)).stdout.trim();
    await send('After the copy: a later inquiry.');
    const list = async () =>
      JSON.parse((await runCommand(['list', '--json'], env)).stdout) as { id: string }[];
    const [, changed, deleted] = (await list()).map(({ id }) => id);
    await runCommand(['mark', changed ?? '', 'declined', '--note', 'Later'], env);
    await runCommand(['delete', '--id', deleted ?? '', '--force'], env);
    server.kill('SIGTERM');
    await server.exited;

    const newer = path.join(folder, 'newer.json');
    const exported = await runCommand(['export', '--ignore-waiting'], env);
    writeFileSync(newer, exported.stdout);
    await execute(
      'alter database inquiries rename to before_restore',
      "create database inquiries owner website encoding 'UTF8' template template0",
    );
    for (const argv of [
      ['restore', copy, '--force'],
      ['delete', '--deleted-in', 'before_restore', '--force'],
      ['import', newer],
    ]) {
      const { exitCode, stderr } = await runCommand(argv, env);
      expect(exitCode, stderr).toBe(0);
    }
    expect((await runCommand(['export', '--ignore-waiting'], env)).stdout).toBe(exported.stdout);
  });
});

describe.skipIf(!programs || !isInstalled('pgbouncer'))('PgBouncer in transaction mode', () => {
  it('is refused while it drops settings, and stores inquiries once the role has them', async () => {
    const { port, url, execute } = await startDebianPostgres();
    await execute('alter role website set synchronous_commit = off');
    const folder = createSharedFolder();
    const poolPort = await freePort();
    writeFileSync(`${folder}/users.txt`, '"website" "secret"\n');
    writeFileSync(
      `${folder}/pgbouncer.ini`,
      `[databases]
* = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolPort}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users.txt
pool_mode = transaction
; A connection has the settings of its start.
server_lifetime = 0
ignore_startup_parameters = extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
    );
    const log = startAsPostgres('/usr/sbin/pgbouncer', [`${folder}/pgbouncer.ini`], 'SIGKILL');
    const pooled = url.replace(String(port), String(poolPort));
    await expect.poll(() => executeOn(pooled, ['select 1']).catch(log)).toHaveLength(1);

    const env = { DATABASE_URL: pooled };
    const refused = startTestServer(env);
    expect(await refused.exited).toBe(1);
    const problem =
      'its settings are unsafe: idle_in_transaction_session_timeout is 0, lock_timeout is 0, statement_timeout is 0, synchronous_commit is off';
    expect(refused.output()).toContain(problem);
    expect(refused.output()).toContain('"alter role website set ..."');
    expect((await runCommand(['check'], env)).stdout).toMatch(
      new RegExp(`^failed +store .*${problem}`, 'm'),
    );

    await execute(
      'alter role website set synchronous_commit = on',
      "alter role website set statement_timeout = '10s'",
      "alter role website set lock_timeout = '2s'",
      "alter role website set idle_in_transaction_session_timeout = '10s'",
    );
    const server = startTestServer(env);
    expect((await postInquiry(await server.url)).status).toBe(201);
  });
});

import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataWith, runCommand } from '../../../tests/fixtures/command-line.ts';
import { temporaryFolder } from '../../../tests/fixtures/temporary-store.ts';

/** A store, and a folder that is the whole PATH: with this script as its pg_dump, if any. */
async function setUp(script?: string) {
  const folder = temporaryFolder();
  if (script) {
    const program = path.join(folder, 'pg_dump');
    writeFileSync(program, `#!/bin/sh\n${script}\n`);
    chmodSync(program, 0o700);
  }
  const env: Record<string, string> = { ...(await dataWith({})), PATH: folder };
  const file = path.join(folder, 'copy.dump');
  const backUp = () => runCommand(['backup', file], env);
  return { env, file, backUp };
}

describe('backup of a database', () => {
  it('has pg_dump write a file that only this user can read', async () => {
    const { env, file, backUp } = await setUp(
      'for word in "$@"; do case $word in --file=*) exec > "${word#--file=}"; esac; done\n' +
        'echo "$PGUSER $PGPASSWORD $PGHOST $PGPORT $PGDATABASE $PGSSLMODE"; echo "$*"',
    );
    expect(await backUp()).toMatchObject({ exitCode: 0, stdout: `${file}\n` });
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');

    const url = new URL(env['DATABASE_URL'] ?? '');
    const [environment, words = ''] = readFileSync(file, 'utf8').split('\n');
    expect(environment).toBe(
      `postgres ${url.password} 127.0.0.1 ${url.port} ${url.pathname.slice(1)} disable`,
    );
    expect(words).toContain('--format=custom');
    expect(words).not.toContain(url.password);
  });

  it('says how to get pg_dump where there is none', async () => {
    const { file, backUp } = await setUp();
    const { exitCode, stderr } = await backUp();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/\[NO_PG_DUMP\]\nInstall the client programs of PostgreSQL/);
    expect(existsSync(file)).toBe(false);
  });

  it('says what pg_dump complains about, and leaves nothing half written', async () => {
    const { file, backUp } = await setUp('echo "aborting because of version mismatch" >&2; exit 1');
    const { exitCode, stderr } = await backUp();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/aborting because of version mismatch \[NOT_DUMPED\]\n/);
    expect(existsSync(file)).toBe(false);
  });

  it('writes over nothing', async () => {
    const { file, backUp } = await setUp();
    writeFileSync(file, 'precious');
    const { exitCode, stderr } = await backUp();
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${file} exists already. [FILE_EXISTS]`);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });
});

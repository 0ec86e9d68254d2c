import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestStore, receivedMs, runCommand } from '../../../tests/fixtures/command-line.ts';
import { temporaryFolder } from '../../../tests/fixtures/temporary-store.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { readLastBackup } from '../../store/shared-values.ts';
import { openStore } from '../../store/open-store.ts';
import { libpqEnvironment } from './backup.ts';

/** Creates a store and a PATH with this script, if any, as pg_dump. */
async function setUp(script?: string) {
  const folder = temporaryFolder();
  if (script) {
    const program = path.join(folder, 'pg_dump');
    writeFileSync(program, `#!/bin/sh\n${script}\n`);
    chmodSync(program, 0o700);
  }
  const env: Record<string, string> = { ...(await createTestStore({})), PATH: folder };
  const file = path.join(folder, 'copy.dump');
  const backUp = () => runCommand(['backup', file], env);
  return { env, file, backUp };
}

describe('backup of a database', () => {
  it('runs pg_dump into a file that only this user can read', async () => {
    const { env, file, backUp } = await setUp(
      'for arg in "$@"; do case $arg in --file=*) exec > "${arg#--file=}"; esac; done\n' +
        'echo "$PGUSER $PGPASSWORD $PGHOST $PGPORT $PGDATABASE $PGSSLMODE"; echo "$*"',
    );
    expect(await backUp()).toMatchObject({ exitCode: 0, stdout: `${file}\n` });
    const store = await openStore({ databaseUrl: env['DATABASE_URL'] ?? '' });
    expect(await readLastBackup(store)).toBe(toIso(receivedMs));
    await store.close();
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');

    const url = new URL(env['DATABASE_URL'] ?? '');
    const [environment, args = ''] = readFileSync(file, 'utf8').split('\n');
    expect(environment).toBe(
      `postgres ${url.password} 127.0.0.1 ${url.port} ${url.pathname.slice(1)} disable`,
    );
    expect(args).toContain('--format=custom');
    expect(args).not.toContain(url.password);
  });

  it('explains how to install a missing pg_dump', async () => {
    const { file, backUp } = await setUp();
    const { exitCode, stderr } = await backUp();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/ENOENT \[NOT_DUMPED\]\n.*install the PostgreSQL client programs/);
    expect(existsSync(file)).toBe(false);
  });

  it('reports the error of pg_dump and removes the partial file', async () => {
    const { file, backUp } = await setUp('echo "aborting because of version mismatch" >&2; exit 1');
    const { exitCode, stderr } = await backUp();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/aborting because of version mismatch \[NOT_DUMPED\]\n/);
    expect(existsSync(file)).toBe(false);
  });
});

describe('libpqEnvironment', () => {
  const readEnvironment = (query: string) =>
    libpqEnvironment(`postgres://site:a%40b@db.example:6432/inquiries?${query}`);
  const location = {
    ...{ PGHOST: 'db.example', PGPORT: '6432', PGUSER: 'site', PGPASSWORD: 'a@b' },
    PGDATABASE: 'inquiries',
  };

  it.each(['require', 'verify-ca', 'verify-full'])(
    'verifies host and certificate with sslmode=%s, as the server does',
    (mode) => {
      const verified = { ...location, PGSSLMODE: 'verify-full' };
      const query = `sslmode=${mode}`;
      expect(readEnvironment(query)).toEqual({ ...verified, PGSSLROOTCERT: 'system' });
      const ownCa = readEnvironment(`${query}&sslrootcert=/etc/ca.pem`);
      expect(ownCa).toEqual({ ...verified, PGSSLROOTCERT: '/etc/ca.pem' });
    },
  );

  it('verifies no certificate with sslmode=no-verify, and does not encrypt without sslmode', () => {
    expect(readEnvironment('sslmode=no-verify')).toEqual({ ...location, PGSSLMODE: 'require' });
    expect(readEnvironment('')).toEqual({ ...location, PGSSLMODE: 'disable' });
  });
});

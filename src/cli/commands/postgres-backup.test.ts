import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestStore, receivedMs, runCommand } from '../../../tests/fixtures/command-line.ts';
import { temporaryFolder, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { readSharedValue } from '../../store/shared-values.ts';
import { libpqEnvironment } from '../backup/postgres-tools.ts';

/** The SQL of a dump with two inquiries, of which one has a tab and a line break in its message. */
const dumpSql = [
  'COPY public.deliveries (event, destination) FROM stdin;',
  '1\temail',
  '\\.',
  'COPY public.inquiries (id, message, received_at) FROM stdin;',
  '01a2\tHello\\tyou\\nthere\t2026-11-21T12:00:00.000Z',
  '01a1\tHello\t2026-11-20T03:17:00.013Z',
  '\\.',
  'COPY public.kysely_migration (name, "timestamp") FROM stdin;',
  '0013-search-by-domain\t2026-11-20',
  '2-01-events\t2026-11-21',
  '\\.',
].join('\n');

const writeArguments =
  'echo "$PGUSER $PGPASSWORD $PGHOST $PGPORT $PGDATABASE $PGSSLMODE"; echo "$*"; env';

/** Creates a store and a PATH with these scripts as pg_dump and pg_restore. */
async function setUp({ dump = '', restore = `cat <<'END'\n${dumpSql}\nEND` } = {}) {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries({ pg_dump: dump, pg_restore: restore })) {
    if (!script) continue;
    writeFileSync(path.join(folder, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`);
    chmodSync(path.join(folder, name), 0o700);
  }
  const settings: Record<string, string> = await createTestStore({});
  const env = { ...settings, PATH: folder, LD_LIBRARY_PATH: folder };
  const file = path.join(folder, 'copy.dump');
  const backUp = () => runCommand(['backup', file], env);
  const databaseUrl = settings['DATABASE_URL'] ?? '';
  const lastBackup = async () =>
    readSharedValue((await temporaryStore({ location: { databaseUrl } })).store, 'last-backup');
  return { databaseUrl, file, backUp, lastBackup };
}

describe('backup of a database', () => {
  it('runs pg_dump into a file that only this user can read, and counts its inquiries', async () => {
    const { databaseUrl, file, backUp, lastBackup } = await setUp({ dump: writeArguments });
    const { exitCode, stdout, stderr } = await backUp();
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringContaining('verified: 2 inquiries.') as string,
    });
    expect(stdout).toBe(`${file}\n`);
    expect(await lastBackup()).toBe(toIso(receivedMs));
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(existsSync(`${file}.sha256`)).toBe(true);

    const url = new URL(databaseUrl);
    const [environment, args = '', ...names] = readFileSync(file, 'utf8').split('\n');
    expect(environment).toBe(
      `postgres ${url.password} 127.0.0.1 ${url.port} ${url.pathname.slice(1)} disable`,
    );
    expect(args).toContain('--format=custom');
    expect(args).not.toContain(url.password);
    // The shell of this script sets PWD.
    const foreign = names.filter((line) => !/^(PATH|PG\w+|PWD|_|SHLVL|OLDPWD)=|^$/.test(line));
    expect(foreign).toEqual([]);
  });

  it.each([
    ['cannot be read to its end', `echo '${dumpSql}'; echo 'unexpected end of file' >&2; exit 1`],
    ['is of another program', "echo 'COPY public.other (id) FROM stdin;\n1\n\\.'"],
  ])('removes a dump that %s, and records no backup', async (_, restore) => {
    const { file, backUp, lastBackup } = await setUp({ dump: writeArguments, restore });
    const { exitCode, stderr } = await backUp();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /copy\.dump\.unverified cannot be used: (unexpected end of file|it is not a store of this program)\. \[NOT_VERIFIED\]/,
    );
    expect(readdirSync(path.dirname(file))).toEqual(['pg_dump', 'pg_restore']);
    expect(await lastBackup()).toBeUndefined();
  });

  it.each([
    ['that is missing', '', /ENOENT \[NOT_DUMPED\]\n.*install the PostgreSQL client programs/],
    ['that fails', 'echo "version mismatch" >&2; exit 1', /version mismatch \[NOT_DUMPED\]\n/],
  ])('explains a pg_dump %s, and removes the partial file', async (_, dump, message) => {
    const { file, backUp } = await setUp({ dump });
    const { exitCode, stderr } = await backUp();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(message);
    expect(readdirSync(path.dirname(file)).filter((name) => name.startsWith('copy'))).toEqual([]);
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

  it('prefers host and port of the query, as the server does', () => {
    const { PGHOST, PGPORT } = readEnvironment('host=/run/postgresql&port=5433');
    expect([PGHOST, PGPORT]).toEqual(['/run/postgresql', '5433']);
  });
});

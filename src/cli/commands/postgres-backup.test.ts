import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { receivedMs, runCommand, setUpCommands } from '../../../tests/fixtures/command-line.ts';
import {
  bareLocation,
  modeOf,
  settingsFor,
  temporaryFolder,
} from '../../../tests/fixtures/temporary-store.ts';
import { libpqEnvironment } from '../../store/backup/postgres-tools.ts';
import { allMigrations, type Migration } from '../../store/migrations/schema.ts';
import { openStore } from '../../store/open-store.ts';
import { readSharedValue } from '../../store/shared-values.ts';
import { toIso } from '../../text/format-time.ts';

/**
 * SQL of a dump with two inquiries. One message has a tab and three line ends, two of them
 * unescaped.
 */
const dumpSql = [
  'COPY public.deliveries (event, destination) FROM stdin;',
  '1\temail',
  '\\.',
  'COPY public.inquiries (id, message, received_at) FROM stdin;',
  '01a2\tHello\\tyou\\nthere\u2028and\u2029here\t2026-11-21T12:00:00.000Z',
  '01a1\tHello\t2026-11-20T03:17:00.013Z',
  '\\.',
  'COPY public.kysely_migration (name, "timestamp") FROM stdin;',
  '0013-search-by-domain\t2026-11-20',
  '2-01-events\t2026-11-21',
  '\\.',
].join('\n');

const writeArguments =
  'echo "$PGUSER $PGPASSWORD $PGHOST $PGPORT $PGDATABASE $PGSSLMODE"; echo "$*"; env';

/** Creates a store, and a PATH in which these scripts replace pg_dump and pg_restore. */
async function setUp({ dump = '', restore = `cat <<'END'\n${dumpSql}\nEND` } = {}) {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries({ pg_dump: dump, pg_restore: restore })) {
    if (!script) continue;
    writeFileSync(path.join(folder, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`);
    chmodSync(path.join(folder, name), 0o700);
  }
  const { store, env } = await setUpCommands({});
  const file = path.join(folder, 'copy.dump');
  const backUp = () =>
    runCommand(['backup', file], { ...env, PATH: folder, LD_LIBRARY_PATH: folder });
  const lastBackup = () => readSharedValue(store, 'last-backup');
  return { url: new URL(env['DATABASE_URL'] ?? ''), folder, file, backUp, lastBackup };
}

describe('backup of a database', () => {
  it('runs pg_dump into a file that only this user can read, and counts its inquiries', async () => {
    const { url, file, backUp, lastBackup } = await setUp({ dump: writeArguments });
    const { exitCode, stdout, stderr } = await backUp();
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${file}\n` });
    expect(stderr).toContain('verified: 2 inquiries.');
    expect(await lastBackup()).toBe(toIso(receivedMs));
    expect(modeOf(file)).toBe('600');
    expect(existsSync(`${file}.sha256`)).toBe(true);

    const [environment, args = '', ...names] = readFileSync(file, 'utf8').split('\n');
    expect(environment).toBe(
      `postgres ${url.password} 127.0.0.1 ${url.port} ${url.pathname.slice(1)} disable`,
    );
    expect(args).toContain('--format=custom');
    expect(args).not.toContain(url.password);
    // Ignores variables that the shell of the script sets, such as PWD.
    const foreign = names.filter((line) => !/^(PATH|PG\w+|PWD|_|SHLVL|OLDPWD)=|^$/.test(line));
    expect(foreign).toEqual([]);
  });

  it.each([
    [
      'cannot be read to its end',
      { restore: `echo '${dumpSql}'; echo 'unexpected end of file' >&2; exit 1` },
      /\.unverified cannot be used: unexpected end of file\. \[NOT_VERIFIED\]/,
    ],
    [
      'is of another program',
      { restore: "echo 'COPY public.other (id) FROM stdin;\n1\n\\.'" },
      /\.unverified cannot be used: it is not a store of this program\. \[NOT_VERIFIED\]/,
    ],
    [
      'has no pg_dump',
      { dump: '' },
      /ENOENT \[NOT_DUMPED\]\n.*install the PostgreSQL client programs/,
    ],
    [
      'pg_dump cannot complete',
      { dump: 'echo "version mismatch" >&2; exit 1' },
      /version mismatch \[NOT_DUMPED\]\n/,
    ],
  ])('explains a dump that %s, removes it and records no backup', async (_, scripts, message) => {
    const { folder, backUp, lastBackup } = await setUp({ dump: writeArguments, ...scripts });
    const { exitCode, stderr } = await backUp();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(message);
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([]);
    expect(await lastBackup()).toBeUndefined();
  });
});

describe('restore to a database', () => {
  const later: Migration = { name: '2-99-later', up: async () => undefined };

  it.each([
    ['an earlier version', allMigrations.slice(0, -1)],
    ['this version', allMigrations],
    ['a newer version', [...allMigrations, later]],
  ])('refuses one with a store of %s, and says how to replace it', async (_, migrations) => {
    const { folder, file } = await setUp();
    writeFileSync(file, '');
    const location = await bareLocation();
    await (await openStore(location, { migrations })).close();
    const restore = (...options: string[]) =>
      runCommand(['restore', file, ...options], { ...settingsFor(location), PATH: folder });
    const dryRun = await restore();
    expect(dryRun).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('has a store.') });
    const forced = await restore('--force');
    expect(forced.exitCode).toBe(1);
    expect(forced.stderr).toMatch(/has a store\. \[NOT_RESTORED\]\n.*how to replace it/);
  });
});

describe('libpqEnvironment', () => {
  const readEnvironment = (query: string) =>
    libpqEnvironment(`postgres://site:a%40b@db.example:6432/inquiries?${query}`);
  const location = {
    PGHOST: 'db.example',
    PGPORT: '6432',
    PGUSER: 'site',
    PGPASSWORD: 'a@b',
    PGDATABASE: 'inquiries',
    PGSSLMODE: 'verify-full',
  };

  it.each([
    ['sslmode=require', { PGSSLROOTCERT: 'system' }],
    ['sslmode=verify-ca', { PGSSLROOTCERT: 'system' }],
    ['sslmode=verify-full', { PGSSLROOTCERT: 'system' }],
    ['sslmode=require&sslrootcert=/etc/ca.pem', { PGSSLROOTCERT: '/etc/ca.pem' }],
    ['sslmode=no-verify', { PGSSLMODE: 'require' }],
    ['', { PGSSLMODE: 'disable' }],
    [
      'host=/run/postgresql&port=5433',
      { PGHOST: '/run/postgresql', PGPORT: '5433', PGSSLMODE: 'disable' },
    ],
  ])('connects as the server does with "%s"', (query, changes) => {
    expect(readEnvironment(query)).toEqual({ ...location, ...changes });
  });
});

import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Client } from 'pg';
import { expect, it, describe } from 'vitest';
import { createTestStore, runCommand as run } from '../../../tests/fixtures/command-line.ts';
import { bareDatabase } from '../../../tests/fixtures/temporary-database.ts';
import {
  settingsFor,
  temporaryFolder,
  temporaryLocation,
} from '../../../tests/fixtures/temporary-store.ts';

it('restore prints the steps for PostgreSQL without running them', async () => {
  const env = settingsFor(await temporaryLocation());
  const { exitCode, stdout } = await run(['restore', '/backups/a.dump', '--force'], env);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('createdb --owner=USER_OF_DATABASE_URL --template=template0 ');
  expect(stdout).toContain('--dbname=NEW_DATABASE_URL /backups/a.dump\n');
});

describe('restore --dry-run of a dump', () => {
  /**
   * Creates a store with three inquiries, an empty database, and a PATH whose pg_restore reads a dump
   * of version 1.0.0: its data as SQL with `rows` inquiries, and its tables into a database.
   */
  async function setUp({ rows = 40, fails = false } = {}) {
    const folder = temporaryFolder();
    const sql = brotliDecompressSync(readFileSync('tests/fixtures/store-1.0.0.sql.br')).toString();
    const data = [
      'COPY public.inquiries (id, received_at) FROM stdin;',
      ...Array.from({ length: rows }, () => '01a2\t2026-11-20T03:17:00.013Z'),
      '\\.',
      'COPY public.kysely_migration (name) FROM stdin;',
      '0013-search-by-domain',
      '\\.',
    ].join('\n');
    const pg = path.resolve('node_modules/pg/lib/index.js');
    writeFileSync(
      path.join(folder, 'pg_restore'),
      `#!${process.execPath}
      const { Client } = require(${JSON.stringify(pg)});
      async function main(args) {
        if (args.includes('--data-only')) return console.log(${JSON.stringify(data)});
        if (!args.includes('--dbname=' + process.env.PGDATABASE)) throw new Error('no database');
        const client = new Client();
        await client.connect();
        await client.query(${JSON.stringify(sql)});
        await client.end();
        if (${fails}) throw new Error('could not read from input file: end of file');
      }
      main(process.argv.slice(2)).catch((error) => {
        console.error(error.message);
        process.exitCode = 1;
      });`,
    );
    chmodSync(path.join(folder, 'pg_restore'), 0o700);
    const env: Record<string, string> = {
      ...(await createTestStore({}, {}, {})),
      PATH: folder,
    };
    const copy = path.join(folder, 'copy.dump');
    writeFileSync(copy, 'PGDMP');
    const { databaseUrl: scratchUrl } = await bareDatabase();
    const listTables = async () => {
      const client = new Client({ connectionString: scratchUrl });
      await client.connect();
      const { rows } = await client.query(
        "select tablename from pg_tables where schemaname = 'public'",
      );
      await client.end();
      return rows;
    };
    return { env, copy, scratchUrl, listTables };
  }

  it.each([
    ['by its name', (url: string) => new URL(url).pathname.slice(1)],
    ['by its URL', (url: string) => url],
  ])(
    'restores into the scratch database %s, compares, and removes its tables',
    async (_, toName) => {
      const { env, copy, scratchUrl, listTables } = await setUp();
      const argv = ['restore', copy, '--dry-run', '--scratch', toName(scratchUrl)];
      for (let month = 0; month < 2; month++) {
        const { exitCode, stdout, stderr } = await run(argv, env);
        expect({ exitCode, stdout }).toEqual({
          exitCode: 0,
          stdout: expect.stringMatching(
            /copy\.dump is intact: 40 inquiries, newest from 2026-/,
          ) as string,
        });
        expect(stderr).toMatch(
          /opened and removed in [\d.]+ s\.\nThe store has 0 inquiries from that time, the copy 40; 3 arrived since/,
        );
        expect(await listTables()).toEqual([]);
      }
    },
  );

  it.each([
    ['cannot be restored', { fails: true }, 'could not read from input file: end of file'],
    ['has other rows', { rows: 41 }, '40 of 41 inquiries can be read'],
  ])('refuses a dump that %s, and removes its tables', async (_, options, reason) => {
    const { env, copy, scratchUrl, listTables } = await setUp(options);
    const { exitCode, stderr } = await run(
      ['restore', copy, '--dry-run', '--scratch', scratchUrl],
      env,
    );
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining(
        `${copy} cannot be used: ${reason}. [NOT_RESTORED]`,
      ) as string,
    });
    expect(await listTables()).toEqual([]);
  });

  it('refuses a dump with a flipped byte, and a database with tables, such as the store', async () => {
    const { env, copy, scratchUrl, listTables } = await setUp();
    const own = await run(
      ['restore', copy, '--dry-run', '--scratch', env['DATABASE_URL'] ?? ''],
      env,
    );
    expect(own.exitCode).toBe(1);
    expect(own.stderr).toMatch(/ is not empty\. \[NOT_RESTORED\]\nName an empty database/);
    expect((await run(['list', '--json'], env)).stdout.match(/"id"/g)).toHaveLength(3);

    writeFileSync(`${copy}.sha256`, `${'a'.repeat(64)}  copy.dump\n`);
    const flipped = await run(['restore', copy, '--dry-run', '--scratch', scratchUrl], env);
    expect(flipped.stderr).toContain(`${copy} cannot be used: its SHA-256 is not the one in`);
    expect(await listTables()).toEqual([]);
  });

  it('needs a scratch database', async () => {
    const { env, copy } = await setUp();
    const { exitCode, stderr } = await run(['restore', copy, '--dry-run'], env);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/needs --scratch with an empty database.*\n.*createdb --owner=/);
  });
});

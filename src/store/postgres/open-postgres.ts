import { Socket } from 'node:net';
import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { DatabaseError, Pool, type PoolConfig } from 'pg';
import { prepareTables } from '../migrations/migrate.ts';
import { readOrCreateSecret } from '../shared-values.ts';
import { StoreUnavailable, toStoreError } from '../store-errors.ts';
import type { OpenOptions } from '../open-store.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';

/** Opens a PostgreSQL database; see `openStore`. */
export async function openPostgres(
  databaseUrl: string,
  name: string,
  options: OpenOptions,
): Promise<Store> {
  const config = toPoolConfig(databaseUrl);
  await migrateTables(config, name, options);
  await using opening = new AsyncDisposableStack();
  const { db, close } = connect({
    ...config,
    // PostgreSQL allows 100 connections by default: enough for eight processes and administrators.
    max: 10,
    statement_timeout: 10_000,
    lock_timeout: options.lockWaitMs,
    // Maximum time for which a hanging process holds its locks.
    idle_in_transaction_session_timeout: 10_000,
    stream: () => createSocket(options.socketTimeoutMs),
  });
  opening.defer(close);
  await assertSafeSettings(db, new URL(databaseUrl).username);
  const hashKey = await readOrCreateSecret({ db }, 'hash-key');
  opening.move();
  return {
    kind: 'postgres',
    name,
    db,
    // PostgreSQL has its own group commit.
    transact: (task) => db.transaction().execute(task),
    hashKey,
    // Overwriting is up to PostgreSQL.
    checkpoint: async () => true,
    // Its disk may be that of another machine.
    readDisk: () => undefined,
    // Readiness alone tells of it.
    getDamage: () => undefined,
    close,
  };
}

/** Creates a socket that fails after a silence. TCP alone would wait about 15 minutes for an unreachable host. */
function createSocket(timeoutMs: number): Socket {
  const socket = new Socket();
  const error = new Error('The database stopped responding');
  return socket.setTimeout(timeoutMs, () => socket.destroy(error));
}

// Overrides weaker server defaults: an acknowledged commit is on disk, and a submission that waited
// for another with the same key sees its result.
const sessionSettings =
  '-c synchronous_commit=on -c default_transaction_isolation=read\\ committed';

function toPoolConfig(databaseUrl: string): PoolConfig {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  searchParams.set('options', `${searchParams.get('options') ?? ''} ${sessionSettings}`.trim());
  // pg treats these as `verify-full` too, with a deprecation warning.
  if (/^(require|verify-ca)$/.test(searchParams.get('sslmode') ?? '')) {
    searchParams.set('sslmode', 'verify-full');
  }
  return {
    connectionString: url.href,
    application_name: 'inquiries',
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/**
 * Throws if an inquiry can be lost with the settings of a session, or a lock stays. Reads back what a
 * connection of the pool got: a pooler in between drops what it was asked for.
 */
async function assertSafeSettings(db: Kysely<Tables>, role: string) {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('synchronous_commit', 'fsync', 'full_page_writes') and setting = 'off'
      or name = 'default_transaction_isolation' and setting <> 'read committed'
      or name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
        and setting = '0'
    order by name`.execute(db);
  if (rows.length === 0) return;
  const found = rows.map(({ name, setting }) => `${name} is ${setting}`).join(', ');
  throw new StoreUnavailable(`its settings are unsafe: ${found}`, {
    fix: `Set each for the role, as .env.example says at DATABASE_URL ("alter role ${role} set ..."), or fsync and full_page_writes in postgresql.conf.`,
  });
}

/** Prepares the tables over a connection without statement timeout. */
async function migrateTables(config: PoolConfig, name: string, options: OpenOptions) {
  await using opening = new AsyncDisposableStack();
  const { db, close } = connect({ ...config, max: 1 });
  opening.defer(close);
  const { rows } = await sql<{ serverEncoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.serverEncoding;
  if (encoding !== 'UTF8') {
    throw new Error(
      `its encoding is ${encoding}; create it with "create database … encoding UTF8"`,
    );
  }
  await prepareTables({ db, kind: 'postgres', name }, options);
}

interface Connections {
  db: Kysely<Tables>;
  /** Closes all connections, once. */
  close(): Promise<void>;
}

function connect(config: PoolConfig): Connections {
  const pool = new Pool(config);
  // A lost connection fails its query or is replaced; nothing else to do.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        async connect() {
          try {
            return await pool.connect();
          } catch (error) {
            throw toStoreError(error);
          }
        },
        end: () => pool.end(),
      },
      async onCreateConnection(connection) {
        const execute = connection.executeQuery.bind(connection);
        const guarded = (query: CompiledQuery) => execute(query).catch(throwRedacted);
        connection.executeQuery = guarded as typeof connection.executeQuery;
      },
    }),
    plugins: [new CamelCasePlugin()],
  });
  return {
    db,
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * Classes of errors whose text names tables, resources or states of the server, and quotes no value:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const quotesNoValue = /^(23|25|42|53|55|57|58|XX)/;

/** Throws the error of a statement without what may quote an inquiry. */
function throwRedacted(error: unknown): never {
  if (error instanceof DatabaseError) redact(error);
  throw toStoreError(error);
}

function redact(error: DatabaseError) {
  Object.assign(error, { detail: undefined, where: undefined, hint: undefined });
  const { code = '', message, stack = '' } = error;
  if (quotesNoValue.test(code)) return;
  error.message = `PostgreSQL error ${code}`;
  error.stack = stack.replace(message, () => error.message);
}

import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import type { ClientConfig } from 'pg';
import { checkWritable } from '../check-writable.ts';
import { prepareTables } from '../migrations/migrate.ts';
import { readOrCreateSecret } from '../shared-values.ts';
import type { OpenOptions, Store, Transact } from '../store.ts';
import { StoreUnavailable } from '../store-errors.ts';
import type { Tables } from '../tables.ts';
import { acquireLease, ConnectionLost } from './connection-lease.ts';
import { ConnectionPool } from './connection-pool.ts';
import { createFindWait } from './find-wait.ts';

/** Opens a PostgreSQL database; see `openStore`. */
export async function openPostgres(
  databaseUrl: string,
  name: string,
  options: OpenOptions,
): Promise<Store> {
  const config = toConfig(databaseUrl);
  await migrateTables(config, name, options);
  await using opening = new AsyncDisposableStack();
  const limited: ClientConfig = {
    ...config,
    statement_timeout: 10_000,
    lock_timeout: options.lockWaitMs,
    // Ends the transaction of a hanging process, which holds locks.
    idle_in_transaction_session_timeout: 10_000,
  };
  // PostgreSQL allows 100 connections by default, which is enough for eight processes and
  // administrators.
  const { db, close } = connect(limited, {
    maxConnections: 10,
    statementMs: options.socketTimeoutMs,
  });
  opening.defer(close);
  await assertSafeSettings(db);
  const hashKey = await readOrCreateSecret({ db }, 'hash-key');
  opening.move();
  return {
    kind: 'postgres',
    name,
    db,
    transact: createTransact(db),
    confirmCommits: () => confirmCommits(db),
    hashKey,
    // PostgreSQL clears deleted rows itself (vacuum).
    checkpoint: async () => true,
    // The database may be on another machine.
    readDisk: () => undefined,
    // Only the readiness check finds damage in PostgreSQL.
    getDamage: () => undefined,
    close,
  };
}

/**
 * Creates the function that runs transactions. PostgreSQL itself groups commits. Retries a
 * transaction once if its connection was lost.
 */
function createTransact(db: Kysely<Tables>): Transact {
  return async (task) => {
    try {
      return await db.transaction().execute(task);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      return db.transaction().execute(task);
    }
  };
}

/**
 * Resolves once everything that was read is on the synchronous standby, if there is one. After the
 * wait of a commit for the standby was cancelled, its rows can be read although the standby may
 * lack them.
 */
async function confirmCommits(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql`
    select 1 where current_setting('synchronous_standby_names') <> ''`.execute(db);
  // A later commit waits for all earlier ones.
  if (rows.length > 0) await checkWritable({ db });
}

// Overrides weaker server defaults: an acknowledged commit is on disk, and a submission that waited
// for another with the same key sees its result.
const sessionSettings =
  '-c synchronous_commit=on -c default_transaction_isolation=read\\ committed';

function toConfig(databaseUrl: string): ClientConfig {
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
 * Throws if the settings of a session could lose an inquiry, or let a lock stay. Reads the settings
 * of an open connection, because a pooler in between may drop the requested ones.
 */
async function assertSafeSettings(db: Kysely<Tables>) {
  const { rows } = await sql<{ name: string; setting: string; role: string }>`
    select name, setting, quote_ident(session_user) as role from pg_settings
    where name in ('synchronous_commit', 'fsync', 'full_page_writes') and setting = 'off'
      or name = 'default_transaction_isolation' and setting <> 'read committed'
      or name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
        and setting = '0'
    order by name`.execute(db);
  const [first] = rows;
  if (!first) return;
  const found = rows.map(({ name, setting }) => `${name} is ${setting}`).join(', ');
  throw new StoreUnavailable(`its settings are unsafe: ${found}`, {
    fix: `Set each for the role, as .env.example says at DATABASE_URL ("alter role ${first.role} set ..."), or fsync and full_page_writes in postgresql.conf.`,
  });
}

/** Prepares the tables over a connection without a statement timeout. */
async function migrateTables(config: ClientConfig, name: string, options: OpenOptions) {
  await using opening = new AsyncDisposableStack();
  const { db, close } = connect(config, { maxConnections: 1 });
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
  /** Closes all connections. Call it once. */
  close(): Promise<void>;
}

function connect(
  config: ClientConfig,
  { maxConnections, statementMs }: { maxConnections: number; statementMs?: number },
): Connections {
  const pool = new ConnectionPool(config, { ...poolTimes, maxConnections });
  const leaseOptions = { pool, statementMs, findWait: createFindWait(config) };
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        // Kysely's type also has cursors, which are not used.
        connect: () =>
          acquireLease(leaseOptions) as Promise<unknown> as Promise<PostgresPoolClient>,
        end: () => pool.end(),
      },
    }),
    plugins: [new CamelCasePlugin()],
  });
  return { db, close: () => pool.end() };
}

const poolTimes = { waitMs: 3000, lifetimeMs: 5 * 60_000, idleMs: 10_000 };

import { Worker } from 'node:worker_threads';
import { isDamageError, type StoreUnavailable, toStoreError } from '../store-errors.ts';

/**
 * At least one scrape sees the damage: the default interval of Prometheus is a minute, that of the
 * shipped configuration 15 s.
 */
const minRememberedMs = 60_000;

/**
 * Remembers one statement that met damage in the file, for at least a minute and until the
 * statement works again.
 */
export interface DamageWatch {
  failed(sql: string, error: unknown): void;
  worked(sql: string): void;
  /** Returns the error of the statement; undefined if none met damage. */
  getDamage(): StoreUnavailable | undefined;
}

interface DamagedStatement {
  sql: string;
  error: StoreUnavailable;
  /** Monotonic time of its last failure. */
  failedMs: number;
  /** True if it has worked since its last failure, perhaps with other pages of the file. */
  works: boolean;
}

/** Creates a damage watch. `monotonic`: clock in milliseconds that never jumps. */
export function createDamageWatch(monotonic = () => performance.now()): DamageWatch {
  let damaged: DamagedStatement | undefined;

  function getDamage() {
    if (!damaged) return undefined;
    const isOver = damaged.works && monotonic() - damaged.failedMs >= minRememberedMs;
    return isOver ? undefined : damaged.error;
  }

  return {
    failed(sql, error) {
      if (!isDamageError(error)) return;
      if (getDamage() && damaged?.sql !== sql) return;
      damaged = { sql, error, failedMs: monotonic(), works: false };
    },
    worked(sql) {
      if (damaged?.sql === sql) damaged.works = true;
    },
    getDamage,
  };
}

/**
 * Source of the thread, in CommonJS. It is a string, because the build has no separate file for it.
 */
const threadSource = `
  const { DatabaseSync } = require('node:sqlite');
  const { parentPort, workerData } = require('node:worker_threads');
  function check() {
    const database = new DatabaseSync(workerData, { readOnly: true });
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on');
    const { quick_check: result } = database.prepare('pragma quick_check(1)').get();
    database.close();
    return { result };
  }
  try {
    parentPort.postMessage(check());
  } catch ({ message, errcode }) {
    parentPort.postMessage({ message, errcode });
  }
`;

/** Result of the thread, or the error of SQLite that ended it. */
type ThreadMessage = { result: string; errcode?: undefined } | { message: string; errcode: number };

/**
 * Reads all pages of a database file. Resolves to the first damage, or undefined if there is none.
 * Runs in a thread, because a large file takes seconds, during which this thread shows the
 * progress. Throws `StoreUnavailable` if the file cannot be read.
 */
export async function findDamage(file: string): Promise<string | undefined> {
  const thread = new Worker(threadSource, { eval: true, workerData: file });
  const found = await new Promise<ThreadMessage>((resolve, reject) => {
    thread.on('message', resolve);
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('The check of the store ended early')));
  });
  if (found.errcode === undefined) return found.result === 'ok' ? undefined : found.result;
  const { message, errcode } = found;
  const error = toStoreError(Object.assign(new Error(message), { errcode }));
  // SQLite may fail on damage before the check starts.
  if (isDamageError(error)) return message;
  throw error;
}

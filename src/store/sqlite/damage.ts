import { Worker } from 'node:worker_threads';
import { isDamageError, type StoreUnavailable, toStoreError } from '../store-errors.ts';

/** Remembers one statement that met damage in the file, until it works again. */
export interface DamageWatch {
  failed(sql: string, error: unknown): void;
  worked(sql: string): void;
  /** Returns the error of the statement; undefined if none met damage. */
  getDamage(): StoreUnavailable | undefined;
}

export function createDamageWatch(): DamageWatch {
  let damaged: { sql: string; error: StoreUnavailable } | undefined;
  return {
    failed(sql, error) {
      if (isDamageError(error)) damaged ??= { sql, error };
    },
    worked(sql) {
      if (damaged?.sql === sql) damaged = undefined;
    },
    getDamage: () => damaged?.error,
  };
}

/** CommonJS, and text: the build has no file of its own for a thread. */
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
 * Reads all pages of a database file. Resolves to the first damage, or undefined without any. Runs in a
 * thread, because a large file takes seconds, in which this one shows progress. Throws `StoreUnavailable` if
 * the file cannot be read.
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
  // SQLite meets some damage before it can check.
  if (isDamageError(error)) return message;
  throw error;
}

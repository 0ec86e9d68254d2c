import { Worker } from 'node:worker_threads';
import { isDamageError, type StoreUnavailable } from '../store-errors.ts';

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
  const database = new DatabaseSync(workerData, { readOnly: true });
  database.exec('pragma trusted_schema = off; pragma cell_size_check = on');
  const { quick_check: result } = database.prepare('pragma quick_check(1)').get();
  database.close();
  parentPort.postMessage(result);
`;

/**
 * Reads all pages of a database file. Resolves to the first damage, or undefined without any. Runs in a
 * thread, because a large file takes seconds, in which this one shows progress.
 */
export async function findDamage(file: string): Promise<string | undefined> {
  const thread = new Worker(threadSource, { eval: true, workerData: file });
  const result = await new Promise<string>((resolve) => {
    thread.on('message', resolve);
    // SQLite meets some damage before it can check.
    thread.on('error', (error: Error) => resolve(error.message));
  });
  return result === 'ok' ? undefined : result;
}

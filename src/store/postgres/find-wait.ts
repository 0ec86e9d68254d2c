import { Client, type ClientConfig } from 'pg';

/** Reason why sessions of this database wait. */
export interface Wait {
  description: string;
  /** Remedy in whole sentences. */
  fix: string;
}

/**
 * Finds what sessions wait for. Resolves to undefined if none waits, or if the database cannot be
 * queried.
 */
export type FindWait = () => Promise<Wait | undefined>;

const standbyWait: Wait = {
  description: 'it waits for its synchronous standby (SyncRep)',
  fix: 'Start the standby. If none can start: with Patroni set synchronous_mode=false by "patronictl edit-config", never by ALTER SYSTEM; otherwise remove it from synchronous_standby_names. The server needs no restart.',
};
const lockWait: Wait = {
  description: 'it waits for a lock of another session (Lock)',
  fix: 'End the session that holds the lock: pg_stat_activity and pg_blocking_pids() find it.',
};

/** Selects the waits that a session can see: those of its own role. */
const selectWaits = `
  select bool_or(wait_event = 'SyncRep') as standby, bool_or(wait_event_type = 'Lock') as lock
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`;

/** Creates a function that queries over its own connection, because all others may be in use. */
export function createFindWait(config: ClientConfig): FindWait {
  let running: Promise<Wait | undefined> | undefined;
  return () => {
    running ??= findWait(config).finally(() => (running = undefined));
    return running;
  };
}

async function findWait(config: ClientConfig): Promise<Wait | undefined> {
  const client = new Client({ ...config, query_timeout: 3000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean; lock: boolean }>(selectWaits);
    // Check the standby first: a commit that waits for it may also hold locks.
    if (rows[0]?.standby) return standbyWait;
    return rows[0]?.lock ? lockWait : undefined;
  } catch {
    return undefined;
  } finally {
    void client.end();
  }
}

import { expect, it, onTestFinished } from 'vitest';
import { startFaultProxy } from '../../../tests/fixtures/fault-proxy.ts';
import { temporaryDatabase } from '../../../tests/fixtures/temporary-database.ts';
import type { Connection } from './connection.ts';
import { ConnectionPool, NoFreeConnection, type PoolOptions } from './connection-pool.ts';

async function setUp(options: Partial<PoolOptions> = {}) {
  const network = await startFaultProxy((await temporaryDatabase()).databaseUrl);
  const times = { maxConnections: 2, waitMs: 5000, lifetimeMs: 60_000, idleMs: 60_000 };
  const pool = new ConnectionPool({ connectionString: network.url }, { ...times, ...options });
  onTestFinished(() => pool.end());
  return { pool, network };
}

async function readPid({ client }: Connection) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

it('a connection is used again until its lifetime is over', async () => {
  const { pool } = await setUp({ lifetimeMs: 500 });
  const first = await pool.acquire();
  pool.release(first);
  expect(await pool.acquire()).toBe(first);
  const pid = await readPid(first);
  await expect.poll(() => performance.now() - first.requestedMs).toBeGreaterThan(500);
  pool.release(first);
  const second = await pool.acquire();
  expect(await readPid(second)).not.toBe(pid);
  pool.release(second);
});

it('an unused connection is closed', async () => {
  const { pool } = await setUp({ idleMs: 100 });
  const connection = await pool.acquire();
  pool.release(connection);
  await expect.poll(() => connection.isLost).toBe(true);
});

it('connections opened before a failover are replaced, those in use when they are released', async () => {
  const { pool } = await setUp();
  const one = await pool.acquire();
  const other = await pool.acquire();
  pool.release(one);
  pool.replaceAll();
  expect([one.isLost, other.isLost]).toEqual([true, false]);
  pool.release(other);
  expect(other.isLost).toBe(true);
  const fresh = await pool.acquire();
  expect([one, other]).not.toContain(fresh);
  pool.release(fresh);
});

it('callers wait in turn for a connection, and fail after their time', async () => {
  const { pool } = await setUp({ maxConnections: 1, waitMs: 1000 });
  const first = await pool.acquire();
  const order: string[] = [];
  const waiting = ['a', 'b'].map(async (name) => {
    const connection = await pool.acquire();
    order.push(name);
    pool.release(connection);
  });
  pool.release(first);
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b']);
  const held = await pool.acquire();
  await expect(pool.acquire()).rejects.toThrow(NoFreeConnection);
  pool.release(held);
});

it('callers are served in turn while all connections are replaced', async () => {
  const { pool } = await setUp({ maxConnections: 3 });
  const acquireAll = () => Promise.all([pool.acquire(), pool.acquire(), pool.acquire()]);
  (await acquireAll()).forEach(pool.release);
  pool.replaceAll();
  const order: string[] = [];
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    const connection = await pool.acquire();
    order.push(name);
    pool.release(connection);
  });
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b', 'c']);
});

it('a connection counts until its socket is closed', async () => {
  const { pool, network } = await setUp({ maxConnections: 1 });
  const first = await pool.acquire();
  network.hang(true);
  pool.replaceAll();
  pool.release(first);
  // Another connection would hang if it were opened before this.
  void first.closed.then(() => network.hang(false));
  pool.release(await pool.acquire());
});

it('callers that wait when the pool ends fail at once', async () => {
  const { pool } = await setUp({ maxConnections: 1 });
  const held = await pool.acquire();
  const waiting = pool.acquire();
  const ended = pool.end();
  await expect(waiting).rejects.toThrow('The store is closed');
  pool.release(held);
  await ended;
});

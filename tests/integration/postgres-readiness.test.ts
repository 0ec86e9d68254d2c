import { expect, it } from 'vitest';
import { createReadiness } from '../../src/http/lifecycle/readiness.ts';
import { findFailedChecks } from '../../src/store/failed-checks.ts';
import { startFaultProxy } from '../fixtures/fault-proxy.ts';
import { temporaryDatabase } from '../fixtures/temporary-database.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';

it('a server is not ready while its database does not respond, and recovers by itself', async () => {
  const proxy = await startFaultProxy((await temporaryDatabase()).databaseUrl);
  const location = { databaseUrl: proxy.url };
  const { store } = await temporaryStore({ location, socketTimeoutMs: 200 });
  let now = 0;
  const readiness = createReadiness({
    check: () => findFailedChecks(store, { now: 0, lastDeliveryProgressAt: 0 }),
    monotonic: () => (now += 1000),
  });
  expect(await readiness.getFailures()).toEqual([]);
  await proxy.begin('hangs');
  expect(await readiness.getFailures()).toEqual(['store']);
  await proxy.end();
  await expect.poll(() => readiness.getFailures()).toEqual([]);
});

import { expect, it } from 'vitest';
import { createReadiness } from '../../src/http/lifecycle/readiness.ts';
import { failedChecks } from '../../src/store/failed-checks.ts';
import { startLossyProxy } from '../fixtures/lossy-proxy.ts';
import { temporaryDatabase } from '../fixtures/temporary-database.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';

it('a server is not ready while its database is silent, and is again by itself', async () => {
  const proxy = await startLossyProxy((await temporaryDatabase()).databaseUrl);
  const location = { databaseUrl: proxy.url };
  const { store } = await temporaryStore({ location, socketTimeoutMs: 200 });
  let now = 0;
  const readiness = createReadiness({
    look: () => failedChecks(store, { now: 0, lastDeliveryProgressAt: 0 }),
    monotonic: () => (now += 1000),
  });
  expect(await readiness.whyNot()).toEqual([]);
  proxy.setSilent(true);
  expect(await readiness.whyNot()).toEqual(['store']);
  proxy.setSilent(false);
  await expect.poll(() => readiness.whyNot()).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { email, webhook } from '../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../tests/fixtures/failing-store.ts';
import { fakeSleeps } from '../../tests/fixtures/fake-sleeps.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { isOnPostgres, temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { changeStatus } from '../change-inquiry/change-status.ts';
import { updateClock } from '../maintenance/clock-jump.ts';
import { saveSharedValue } from '../store/shared-values.ts';
import type { Store } from '../store/store.ts';
import { createMetrics } from './metrics.ts';

const clock = () => Date.parse('2026-11-21T12:00:00.000Z');

/** Creates the metrics of a new store. `read` returns the lines of a metric without its name. */
async function setUp(changes: Partial<Parameters<typeof createMetrics>[0]> = {}) {
  const { store } = await temporaryStore();
  const dependencies = {
    store: Promise.resolve(store),
    destinations,
    getFailures: async () => [],
    clock,
  };
  const metrics = createMetrics({ ...dependencies, log: createRecordedLog().log, ...changes });
  const read = async (name: string) => {
    const lines = (await metrics.read()).matchAll(new RegExp(`^inquiries_${name}(.*)`, 'gm'));
    return [...lines].map(([, line = '']) => line.trim());
  };
  const endDeliveries = (destination: 'email' | 'webhook', state: 'failed' | 'delivered') =>
    store.db
      .updateTable('deliveries')
      .set({ state })
      .where('destination', '=', destination)
      .execute();
  return { store, metrics, read, endDeliveries };
}

const opening = Promise.withResolvers<Store>().promise;
const destinations = [email, webhook];
const hour = 60 * 60 * 1000;

describe('metrics', () => {
  it('show whether the server is ready', async () => {
    let failures = ['disk', 'migrations'];
    const { read } = await setUp({ getFailures: async () => failures });
    expect(await read('ready')).toEqual(['0']);
    expect(await read('readiness_failed')).toEqual([
      '{failure="disk"} 1',
      '{failure="migrations"} 1',
    ]);
    failures = [];
    expect(await read('ready')).toEqual(['1']);
    expect(await read('readiness_failed')).toEqual([]);
  });

  it('count a request in the bucket of its duration', async () => {
    const { metrics } = await setUp({ store: opening });
    const request = { route: 'page', status: 200, isAborted: false } as const;
    for (const seconds of [0.002, 4]) metrics.requestEnded({ ...request, seconds });
    const text = await metrics.registry.metrics();
    const counts = [...text.matchAll(/duration_seconds_bucket\{le="(.+?)",.*\} (\d)/g)];
    expect(Object.fromEntries(counts.map(([, le, count]) => [le, count]))).toMatchObject({
      1: '1',
      5: '2',
      '+Inf': '2',
    });
  });

  it('are answered after three seconds while the store is opening', async () => {
    const { read } = await setUp({ store: opening });
    const sleeps = fakeSleeps();
    const reading = read('ready');
    await expect.poll(sleeps.pending).toEqual([3000]);
    sleeps.finish();
    expect(await reading).toEqual(['1']);
  });

  it('show when the store was last backed up, and nothing while the store fails', async () => {
    const { store } = await temporaryStore();
    const { store: failingStore, failures } = createFailingStore(store, 'SelectQueryNode');
    failures.isOn = false;
    const { read } = await setUp({ store: Promise.resolve(failingStore) });
    const name = 'last_backup_timestamp_seconds';
    expect(await read(name)).toEqual(['0']);
    await saveSharedValue(store, 'last-backup', '2026-11-21T03:30:00.000Z');
    expect(await read(name)).toEqual([String(Date.UTC(2026, 10, 21, 3, 30) / 1000)]);
    expect(await read('disk_')).toHaveLength(isOnPostgres ? 0 : 2);
    failures.isOn = true;
    for (const gauge of [name, 'disk_']) expect(await read(gauge), gauge).toEqual([]);
  });

  it('show until when nothing expires after a jump of the clock', async () => {
    const { store, read } = await setUp();
    const name = 'expiry_paused_until_timestamp_seconds';
    expect(await read(name)).toEqual(['0']);
    await updateClock(store, clock() - 72 * hour);
    const { pausedUntil = '' } = await updateClock(store, clock());
    expect(await read(name)).toEqual([String(Date.parse(pausedUntil) / 1000)]);
  });

  it('count deliveries until they leave the queue, with the age of the oldest', async () => {
    let now = clock();
    const { store, read, endDeliveries } = await setUp({ clock: () => now });
    await storeInquiry(store, {}, { at: now, destinations });
    now += 90_000;
    await storeInquiry(store, {}, { at: now, destinations });

    await endDeliveries('webhook', 'failed');
    const failed = ['{destination="email"} 0', '{destination="webhook"} 2'];
    const oldest = 'deliveries_oldest_waiting_seconds';
    expect(await read('deliveries_failed')).toEqual(failed);
    expect(await read(oldest)).toEqual(['{destination="email"} 90', '{destination="webhook"} 0']);
    // The clock is set back.
    now -= hour;
    expect(await read(oldest)).toEqual(['{destination="email"} 0', '{destination="webhook"} 0']);
    now += 2 * hour;
    await endDeliveries('email', 'delivered');
    expect(await read(oldest)).toEqual(['{destination="email"} 0', '{destination="webhook"} 0']);
    expect(await read('deliveries_failed')).toEqual(failed);
  });

  it('count inquiries whose review or response is overdue', async () => {
    const { store, read } = await setUp();
    for (const hours of [23, 25, 26]) await storeInquiry(store, {}, { at: clock() - hours * hour });
    const id = await storeInquiry(store, {}, { at: clock() - 49 * hour });
    await changeStatus({ store, clock, destinations: [] }, id, {
      status: 'reviewed',
      qualified: true,
    });
    expect((await read('overdue')).sort()).toEqual([
      '{waiting_for="response"} 1',
      '{waiting_for="review"} 2',
    ]);
  });

  it('count a response that the client cut off by itself, and inquiries above a limit by reason', async () => {
    const { metrics, read } = await setUp();
    const request = { route: 'contact_form', status: 503, seconds: 0.2 } as const;
    for (const isAborted of [true, false]) metrics.requestEnded({ ...request, isAborted });
    expect(await read('http_request_duration_seconds_count')).toEqual([
      '{route="contact_form",status="aborted"} 1',
      '{route="contact_form",status="5xx"} 1',
    ]);
    for (const limit of ['tooManyOverall', 'tooMany', 'tooManyOverall'] as const)
      metrics.inquiryRateLimited(limit);
    const counted = (await read('refused_total')).filter((line) => !line.endsWith(' 0'));
    expect(counted.sort()).toEqual([
      '{reason="too_many"} 1',
      '{reason="too_many_overall"} 2',
      '{reason="unavailable"} 1',
    ]);
  });
});

describe('deploy/alerts.yml', () => {
  const rules = readFileSync('deploy/alerts.yml', 'utf8').split('- alert: ').slice(1);
  /** Reads a field of an alert rule: one line, or the indented lines after "|". */
  const fieldOf = (rule: string, name: string) =>
    new RegExp(`^ *${name}: (?:\\|\n((?: {10}.*\n)+)|(.+)$)`, 'm').exec(rule)?.slice(1).join('') ??
    '';

  /** Matches a metric with its matchers. Leaves out that of the job, which Prometheus adds. */
  const metricPattern = /\b((?:inquiries|process)_\w+)(\{(?!job=).*?\})?/g;

  it('uses existing metrics with existing labels, and says what to do', async () => {
    const { store, metrics, endDeliveries } = await setUp({ getFailures: async () => ['damaged'] });
    if (store.kind === 'postgres') store.readDisk = () => ({ freeBytes: 2, floorBytes: 1 });
    await storeInquiry(store, {}, { at: clock(), destinations });
    await endDeliveries('webhook', 'failed');
    const request = { route: 'contact_call', status: 503, isAborted: false } as const;
    metrics.requestEnded({ ...request, seconds: 0.2 });
    const lines = (await metrics.read()).split('\n');
    const seriesOf = (name: string) =>
      lines.filter((line) => line.split(/[ {]/, 1)[0] === name).join('\n');
    expect(rules).toHaveLength(11);
    for (const rule of rules) {
      const expr = fieldOf(rule, 'expr');
      // Prometheus adds `up` and the labels `job` and `instance`.
      expect(expr, rule).toMatch(/\b(inquiries_\w|process_\w|up\b)/);
      let series = '';
      for (const [, name = '', matchers = ''] of expr.matchAll(metricPattern)) {
        expect(seriesOf(name), name).not.toBe('');
        series += seriesOf(name);
        for (const [, label, values = ''] of matchers.matchAll(/(\w+)=~?"(.*?)"/g))
          for (const value of values.split('|'))
            expect(seriesOf(name)).toContain(`${label}="${value}"`);
      }
      const grouping = /\bby \((.*?)\)/.exec(expr)?.[1]?.split(', ') ?? [];
      const inTexts = [...rule.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
      for (const label of [...grouping, ...inTexts])
        if (!['job', 'instance'].includes(label)) expect(series).toContain(`${label}="`);
      for (const name of ['summary', 'description', 'runbook'])
        expect(fieldOf(rule, name), `${name} of ${rule}`).not.toBe('');
    }
  });
});

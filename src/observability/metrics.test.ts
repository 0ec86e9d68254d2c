import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { email, webhook } from '../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../tests/fixtures/failing-store.ts';
import { fakeSleeps } from '../../tests/fixtures/fake-sleeps.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { updateClock } from '../retention/clock-jump.ts';
import { updateStatus } from '../store/inquiries/update-status.ts';
import { saveSharedValue } from '../store/shared-values.ts';
import type { Store } from '../store/store.ts';
import { createMetrics } from './metrics.ts';

const clock = () => Date.parse('2026-11-21T12:00:00.000Z');

const createTestMetrics = (store: Promise<Store>, isReady = async () => true, now = clock) =>
  createMetrics({ store, isReady, clock: now, log: createRecordedLog().log });

/** Returns metrics with a series of each label value. */
async function readAllMetrics() {
  const { store } = await temporaryStore();
  const destinations = [email, webhook];
  await storeInquiry(store, {}, { at: clock(), destinations });
  await storeInquiry(store, {}, { at: clock(), destinations });
  const [newest] = await store.db.selectFrom('deliveries').select('event').execute();
  await store.db
    .updateTable('deliveries')
    .set({ state: 'failed' })
    .where('event', '=', newest?.event ?? 0)
    .execute();
  const metrics = createTestMetrics(Promise.resolve(store));
  metrics.requestEnded({
    ...{ route: 'contact_call', status: 503 },
    ...{ isAborted: false, seconds: 0.2 },
  });
  return metrics.read();
}

describe('metrics', () => {
  it('show whether the server is ready', async () => {
    const { store } = await temporaryStore();
    let isReady = false;
    const metrics = createTestMetrics(Promise.resolve(store), async () => isReady);
    expect(await metrics.read()).toContain('\ninquiries_ready 0\n');
    isReady = true;
    expect(await metrics.read()).toContain('\ninquiries_ready 1\n');
  });

  it('count a request in the bucket of its duration', async () => {
    const metrics = createTestMetrics(Promise.withResolvers<Store>().promise);
    const request = { route: 'page', status: 200, isAborted: false } as const;
    for (const seconds of [0.002, 4]) metrics.requestEnded({ ...request, seconds });
    const text = await metrics.registry.metrics();
    const counts = [...text.matchAll(/duration_seconds_bucket\{le="(.+?)",.*\} (\d)/g)];
    expect(Object.fromEntries(counts.map(([, le, count]) => [le, count]))).toMatchObject({
      ...{ 1: '1', 5: '2', '+Inf': '2' },
    });
  });

  it('are answered after three seconds while the store is opening', async () => {
    const metrics = createTestMetrics(Promise.withResolvers<Store>().promise);
    const sleeps = fakeSleeps();
    const reading = metrics.read();
    await expect.poll(sleeps.pending).toEqual([3000]);
    sleeps.finish();
    expect(await reading).toContain('\ninquiries_ready 1\n');
  });

  it('show when the store was last backed up, and nothing while the store fails', async () => {
    const { store } = await temporaryStore();
    const name = 'inquiries_last_backup_timestamp_seconds';
    const { store: failingStore, failures } = createFailingStore(store, 'SelectQueryNode');
    failures.isOn = false;
    const metrics = createTestMetrics(Promise.resolve(failingStore));
    expect(await metrics.read()).toContain(`\n${name} 0\n`);
    await saveSharedValue(store, 'last-backup', '2026-11-21T03:30:00.000Z');
    expect(await metrics.read()).toContain(`\n${name} ${Date.UTC(2026, 10, 21, 3, 30) / 1000}\n`);
    failures.isOn = true;
    const text = await metrics.read();
    expect(text).not.toMatch(new RegExp(`^${name}`, 'm'));
  });

  it('show until when nothing expires after a jump of the clock', async () => {
    const { store } = await temporaryStore();
    const name = 'inquiries_expiry_paused_until_timestamp_seconds';
    const metrics = createTestMetrics(Promise.resolve(store));
    expect(await metrics.read()).toContain(`\n${name} 0\n`);
    await updateClock(store, clock() - 3 * 24 * 60 * 60 * 1000);
    const { pausedUntil = '' } = await updateClock(store, clock());
    expect(await metrics.read()).toContain(`\n${name} ${Date.parse(pausedUntil) / 1000}\n`);
  });

  it('count deliveries until they leave the queue, with the age of the oldest', async () => {
    const { store } = await temporaryStore();
    const destinations = [email, webhook];
    let now = clock();
    await storeInquiry(store, {}, { at: now, destinations });
    now += 90_000;
    await storeInquiry(store, {}, { at: now, destinations });
    const metrics = createTestMetrics(Promise.resolve(store), undefined, () => now);
    const readDeliveries = async () =>
      (await metrics.read()).match(/(?<=^inquiries_deliveries_).*\{.*/gm);
    const endDeliveries = (destination: 'email' | 'webhook', state: 'failed' | 'delivered') =>
      store.db
        .updateTable('deliveries')
        .set({ state })
        .where('destination', '=', destination)
        .execute();

    await endDeliveries('webhook', 'failed');
    expect(await readDeliveries()).toEqual([
      'oldest_waiting_seconds{destination="email"} 90',
      'failed{destination="webhook"} 2',
    ]);
    // The clock was set back.
    now -= 3_600_000;
    expect(await readDeliveries()).toContain('oldest_waiting_seconds{destination="email"} 0');
    await endDeliveries('email', 'delivered');
    expect(await readDeliveries()).toEqual(['failed{destination="webhook"} 2']);
  });

  it('count inquiries whose review or response is overdue', async () => {
    const { store } = await temporaryStore();
    for (const hours of [23, 25, 26]) {
      await storeInquiry(store, {}, { at: clock() - hours * 60 * 60 * 1000 });
    }
    const id = await storeInquiry(store, {}, { at: clock() - 49 * 60 * 60 * 1000 });
    await updateStatus({ store, clock }, id, { status: 'reviewed', qualified: true });
    const text = await createTestMetrics(Promise.resolve(store)).read();
    expect(text).toContain('\ninquiries_overdue{waiting_for="review"} 2\n');
    expect(text).toContain('\ninquiries_overdue{waiting_for="response"} 1\n');
  });

  it('count a response that the client cut off by itself', async () => {
    const { store } = await temporaryStore();
    const metrics = createTestMetrics(Promise.resolve(store));
    const request = { route: 'contact_form', status: 503, seconds: 0.2 } as const;
    metrics.requestEnded({ ...request, isAborted: true });
    metrics.requestEnded({ ...request, isAborted: false });
    const text = await metrics.read();
    expect(text.match(/(?<=^inquiries_http_request_duration_seconds_count).*(?= 1$)/gm)).toEqual([
      '{route="contact_form",status="aborted"}',
      '{route="contact_form",status="5xx"}',
    ]);
    expect(text).toContain('\ninquiries_refused_total{reason="unavailable"} 1\n');
  });

  it('count inquiries above a rate limit by reason', async () => {
    const { store } = await temporaryStore();
    const metrics = createTestMetrics(Promise.resolve(store));
    for (const isGlobal of [true, false, true]) metrics.inquiryRateLimited({ isGlobal });
    const text = await metrics.read();
    expect(text).toContain('\ninquiries_refused_total{reason="too_many"} 1\n');
    expect(text).toContain('\ninquiries_refused_total{reason="too_many_overall"} 2\n');
  });
});

describe('deploy/alerts.yml', () => {
  const rules = readFileSync('deploy/alerts.yml', 'utf8').split('- alert: ').slice(1);
  const fieldOf = (rule: string, name: string) =>
    new RegExp(`^ *${name}: (.+)$`, 'm').exec(rule)?.[1] ?? '';

  it('uses existing metrics with existing labels', async () => {
    const lines = (await readAllMetrics()).split('\n');
    expect(rules).toHaveLength(9);
    for (const rule of rules) {
      const expr = fieldOf(rule, 'expr');
      const selectors = [...expr.matchAll(/\b(inquiries_\w+|up)(?:\{(.*?)\})?/g)];
      expect(selectors, rule).not.toHaveLength(0);
      // Prometheus adds `up` and the labels `job` and `instance`.
      if (selectors[0]?.[1] === 'up') continue;
      const seriesOf = (name: string) => lines.filter((line) => line.split(/[ {]/, 1)[0] === name);
      const series = selectors.flatMap(([, name = '']) => seriesOf(name));
      for (const [, name = '', matchers = ''] of selectors) {
        expect(seriesOf(name), name).not.toEqual([]);
        for (const [, label, values = ''] of matchers.matchAll(/(\w+)=~?"(.*?)"/g)) {
          for (const value of values.split('|')) {
            expect(seriesOf(name).join('\n')).toContain(`${label}="${value}"`);
          }
        }
      }
      const [, grouping = ''] = /\bby \((.*?)\)/.exec(expr) ?? [];
      const inTexts = [...rule.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label ?? '');
      for (const label of [...grouping.split(', '), ...inTexts]) {
        if (['', 'job', 'instance'].includes(label)) continue;
        expect(series.join('\n')).toContain(`${label}="`);
      }
    }
  });

  it('names a section of the documentation that exists, and says what to do', () => {
    for (const rule of rules) {
      const [file = '', anchor] = fieldOf(rule, 'runbook').split('#');
      const headings = [...readFileSync(file, 'utf8').matchAll(/^##+ (.+)$/gm)].map(([, text]) =>
        text
          ?.toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      expect(headings).toContain(anchor);
      for (const name of ['summary', 'description']) expect(fieldOf(rule, name)).not.toBe('');
    }
  });
});

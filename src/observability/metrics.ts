import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AttemptResult } from '../outbox/attempt-delivery.ts';
import type { Erased } from '../retention/retention-job.ts';
import { undelivered } from '../store/check-store.ts';
import { countOverdue } from '../store/inquiries/is-awaiting.ts';
import type { Store } from '../store/store.ts';
import type { Destination } from '../store/tables.ts';

/** What a request was for. No path that a client wrote is among them, so there are only so many. */
export type Route =
  'page' | 'file' | 'contact_call' | 'contact_form' | 'follow_up' | 'health' | 'none';

export interface MeasuredRequest {
  route: Route;
  method: 'GET' | 'HEAD' | 'POST' | 'other';
  status: number;
  /** Whether the client went away before it had the whole answer. */
  isAborted: boolean;
  /** From its headers to the end of the answer. */
  seconds: number;
}

/** Why a submission was refused, by the status of its answer. */
const refusals: Record<number, string> = {
  400: 'malformed',
  403: 'other_site',
  405: 'method',
  409: 'in_progress',
  413: 'too_large',
  415: 'media_type',
  422: 'invalid',
  429: 'too_many',
  500: 'failed',
  503: 'unavailable',
};

/** What the store is asked for a scrape may take so long. */
const storePatienceMs = 3000;

export interface Metrics {
  requestEnded(request: MeasuredRequest): void;
  inquiryStored(): void;
  inquiryRepeated(): void;
  deliveryAttempted(destination: Destination, result: AttemptResult): void;
  inquiriesErased(erased: Erased): void;
  contentType: string;
  /** All figures in the text format of Prometheus, 0.0.4. */
  read(): Promise<string>;
}

export interface MetricsDependencies {
  /** Until it resolves, what the store counts is left out. */
  store: Promise<Store>;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  log: { warn(fields: object, message: string): void };
}

/** Counts what the server does. No label holds what a client sent. */
export function createMetrics({ store, clock, log }: MetricsDependencies): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by what they were for, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const stored = new Counter({
    name: 'inquiries_stored_total',
    help: 'New inquiries that were stored.',
    registers,
  });
  const repeated = new Counter({
    name: 'inquiries_repeated_total',
    help: 'Inquiries that were sent again and had been stored before.',
    registers,
  });
  const refused = new Counter({
    name: 'inquiries_refused_total',
    help: 'Submissions of which nothing was stored, by the reason.',
    labelNames: ['reason'],
    registers,
  });
  const erased = new Counter({
    name: 'inquiries_erased_total',
    help: 'Inquiries that this server erased, by why they were not to be kept any longer.',
    labelNames: ['reason'],
    registers,
  });
  const attempts = new Counter({
    name: 'delivery_attempts_total',
    help: 'Attempts to deliver news, by destination and how they ended.',
    labelNames: ['destination', 'result'],
    registers,
  });
  const waiting = new Gauge({
    name: 'deliveries_waiting',
    help: 'Deliveries that have not arrived yet, by destination.',
    labelNames: ['destination'],
    registers,
  });
  const oldest = new Gauge({
    name: 'deliveries_oldest_waiting_seconds',
    help: 'Time since the first attempt of the oldest waiting delivery, by destination.',
    labelNames: ['destination'],
    registers,
  });
  const failed = new Gauge({
    name: 'deliveries_failed',
    help: 'Deliveries that were given up, by destination.',
    labelNames: ['destination'],
    registers,
  });
  const overdue = new Gauge({
    name: 'inquiries_overdue',
    help: 'Inquiries that wait past a deadline, by what they wait for.',
    labelNames: ['waiting_for'],
    registers,
  });
  const storeUp = new Gauge({
    name: 'store_up',
    help: 'Whether the store answered this scrape; without it, what it counts is left out.',
    registers,
  });
  stored.inc(0);
  repeated.inc(0);
  for (const reason of Object.values(refusals)) refused.inc({ reason }, 0);
  for (const reason of ['age', 'spam']) erased.inc({ reason }, 0);

  return {
    requestEnded({ route, method, status, isAborted, seconds }) {
      const isSubmission = route === 'contact_call' || route === 'contact_form';
      const reason = isSubmission && !isAborted ? refusals[status] : undefined;
      if (reason) refused.inc({ reason });
      const statusClass = isAborted ? 'aborted' : `${Math.floor(status / 100)}xx`;
      requests.inc({ route, method, status: statusClass });
      if (!isAborted) durations.observe({ route }, seconds);
    },
    inquiryStored: () => stored.inc(),
    inquiryRepeated: () => repeated.inc(),
    deliveryAttempted: (destination, result) =>
      attempts.inc({ destination, result: result.replace(' ', '_') }),
    inquiriesErased({ age, spam }) {
      erased.inc({ reason: 'age' }, age);
      erased.inc({ reason: 'spam' }, spam);
    },
    contentType: registry.contentType,
    async read() {
      await countInStore();
      return registry.metrics();
    },
  };

  async function countInStore() {
    try {
      const now = clock();
      const timeout = sleep(storePatienceMs, undefined, { ref: false }).then((): never => {
        throw new Error('The store did not answer in time');
      });
      const counting = store.then((opened) =>
        Promise.all([
          undelivered(opened),
          countOverdue(opened, 'review', now),
          countOverdue(opened, 'response', now),
        ]),
      );
      const [groups, reviews, responses] = await Promise.race([counting, timeout]);
      for (const gauge of [waiting, oldest, failed]) gauge.reset();
      for (const { destination, state, count, waitingSince } of groups) {
        (state === 'waiting' ? waiting : failed).set({ destination }, count);
        if (state !== 'waiting') continue;
        const seconds = Math.max((now - Date.parse(waitingSince)) / 1000, 0);
        oldest.set({ destination }, seconds);
      }
      overdue.set({ waiting_for: 'review' }, reviews);
      overdue.set({ waiting_for: 'response' }, responses);
      storeUp.set(1);
    } catch (err) {
      log.warn({ err }, 'The store could not be counted for the metrics');
      for (const gauge of [waiting, oldest, failed, overdue]) gauge.reset();
      storeUp.set(0);
    }
  }
}

/** Answers `GET /metrics` with the figures; it listens to nothing by itself. */
export const createMetricsServer = (metrics: Pick<Metrics, 'contentType' | 'read'>): Server =>
  createServer((request, response) => {
    const text = { 'content-type': 'text/plain; charset=utf-8' };
    if (request.url !== '/metrics') {
      return response.writeHead(404, text).end('The figures are at /metrics.\n');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const headers = { ...text, allow: 'GET, HEAD' };
      return response.writeHead(405, headers).end('This address answers GET requests only.\n');
    }
    return metrics.read().then(
      (figures) =>
        response
          .writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
          .end(figures),
      () => response.writeHead(500, text).end('The figures could not be read.\n'),
    );
  });

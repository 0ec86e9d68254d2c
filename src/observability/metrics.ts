import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Destination } from '../config/destinations.ts';
import type { DeadlineKind } from '../inquiry/deadlines.ts';
import type { ExceededLimit } from '../inquiry/form-errors.ts';
import { readClock } from '../maintenance/clock-jump.ts';
import type { DiskSpace } from '../store/disk-space.ts';
import { countLate } from '../store/inquiries/due-inquiries.ts';
import { countUndelivered, type Undelivered } from '../store/outbox/count-undelivered.ts';
import { readSharedTime } from '../store/shared-values.ts';
import type { Store } from '../store/store.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import type { EpochMs, IsoTime } from '../text/format-time.ts';

/**
 * Route label of a request. Never a path from a client, so that the number of label values is
 * bounded.
 */
export type Route =
  'page' | 'file' | 'contact_call' | 'contact_form' | 'follow_up' | 'health' | 'none';

export interface MeasuredRequest {
  route: Route;
  status: number;
  /** The client disconnected before the response ended. */
  isAborted: boolean;
  /** Time in seconds from the headers of the request to the end of the response. */
  seconds: number;
}

/** `reason` label of a rejected submission, by status of the response or by exceeded rate limit. */
const rejectionReasons: Record<number | ExceededLimit, string> = {
  400: 'malformed',
  403: 'other_site',
  405: 'method',
  413: 'too_large',
  415: 'media_type',
  422: 'invalid',
  500: 'failed',
  503: 'unavailable',
  tooMany: 'too_many',
  tooManyOverall: 'too_many_overall',
};

interface MetricsDependencies {
  /** Resolves to the store. Until then, its gauges are omitted. */
  store: Promise<Store>;
  /** Configured destinations. Deliveries to others are not counted. */
  destinations: readonly Destination[];
  /** Returns the names of the reasons why the server is not ready; none if it is. */
  getFailures: () => Promise<readonly string[]>;
  clock: () => EpochMs;
  log: { warn(fields: object, message: string): void };
}

export interface Metrics {
  requestEnded(request: MeasuredRequest): void;
  inquiryRateLimited(limit: ExceededLimit): void;
  registry: Registry;
  /** Returns all metrics in the Prometheus text format 0.0.4. */
  read(): Promise<string>;
}

interface RequestMetrics {
  durations: Histogram<'route' | 'status'>;
  rejected: Counter<'reason'>;
}

interface StoreGauges {
  oldest: Gauge<'destination'>;
  failed: Gauge<'destination'>;
  overdue: Gauge<'waiting_for'>;
  lastBackup: Gauge;
  expiryPaused: Gauge;
  diskFree: Gauge;
  diskFloor: Gauge;
}

interface ReadinessGauges {
  ready: Gauge;
  readinessFailed: Gauge<'failure'>;
}

/** Values for the gauges of the store. */
interface StoreMetrics {
  undelivered: Undelivered[];
  /** Numbers of late inquiries. */
  late: Record<DeadlineKind, number>;
  /** Undefined if there is no backup. */
  backupAt: IsoTime | undefined;
  /** Undefined if the clock has not jumped. */
  pausedUntil: IsoTime | undefined;
  /** Undefined unless this is an SQLite store. */
  disk: DiskSpace | undefined;
}

/** Creates the metrics. No label contains client input. */
export function createMetrics(dependencies: MetricsDependencies): Metrics {
  const { destinations, getFailures } = dependencies;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requestMetrics = createRequestMetrics(registry);
  const storeGauges = createStoreGauges(registry);
  const readinessGauges = createReadinessGauges(registry);

  return {
    requestEnded: (request) => countRequest(requestMetrics, request),
    inquiryRateLimited: (limit) => requestMetrics.rejected.inc({ reason: rejectionReasons[limit] }),
    registry,
    async read() {
      const [failures, values] = await Promise.all([getFailures(), readStoreInTime(dependencies)]);
      setReadiness(readinessGauges, failures);
      setStoreGauges(storeGauges, destinations, values);
      return registry.metrics();
    },
  };
}

function createRequestMetrics(registry: Registry): RequestMetrics {
  const durations = new Histogram({
    name: 'inquiries_http_request_duration_seconds',
    help: 'Time from the request headers to the end of the response, in seconds; status is a class such as 2xx, or aborted.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const rejected = new Counter({
    name: 'inquiries_refused_total',
    help: 'Rejected submissions; the HTTP API lists the reasons.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of Object.values(rejectionReasons)) rejected.inc({ reason }, 0);
  return { durations, rejected };
}

function createStoreGauges(registry: Registry): StoreGauges {
  return {
    oldest: new Gauge({
      name: 'inquiries_deliveries_oldest_waiting_seconds',
      help: 'Time since the first attempt of the oldest delivery in the queue, in seconds.',
      labelNames: ['destination'],
      registers: [registry],
    }),
    failed: new Gauge({
      name: 'inquiries_deliveries_failed',
      help: 'Deliveries given up.',
      labelNames: ['destination'],
      registers: [registry],
    }),
    overdue: new Gauge({
      name: 'inquiries_overdue',
      help: 'Inquiries past the deadline of a review or response, without suspected spam.',
      labelNames: ['waiting_for'],
      registers: [registry],
    }),
    lastBackup: new Gauge({
      name: 'inquiries_last_backup_timestamp_seconds',
      help: 'Unix time of the last backup that "inquiries backup" verified; 0 if there was none.',
      registers: [registry],
    }),
    expiryPaused: new Gauge({
      name: 'inquiries_expiry_paused_until_timestamp_seconds',
      help: 'Unix time until which no inquiry expires, because the clock jumped; 0 if it did not.',
      registers: [registry],
    }),
    diskFree: new Gauge({
      name: 'inquiries_disk_free_bytes',
      help: 'Free space on the disk of an SQLite store.',
      registers: [registry],
    }),
    diskFloor: new Gauge({
      name: 'inquiries_disk_floor_bytes',
      help: 'Free space on the disk of an SQLite store below which inquiries are refused.',
      registers: [registry],
    }),
  };
}

function createReadinessGauges(registry: Registry): ReadinessGauges {
  return {
    ready: new Gauge({
      name: 'inquiries_ready',
      help: '1 if the server is ready, as at /readyz; otherwise 0.',
      registers: [registry],
    }),
    readinessFailed: new Gauge({
      name: 'inquiries_readiness_failed',
      help: '1 for each reason why the server is not ready, named as at /readyz.',
      labelNames: ['failure'],
      registers: [registry],
    }),
  };
}

function countRequest({ durations, rejected }: RequestMetrics, request: MeasuredRequest) {
  const { route, status, isAborted, seconds } = request;
  const isSubmission = route === 'contact_call' || route === 'contact_form';
  const reason = isSubmission && !isAborted ? rejectionReasons[status] : undefined;
  if (reason) rejected.inc({ reason });
  const statusClass = isAborted ? 'aborted' : `${Math.floor(status / 100)}xx`;
  durations.observe({ route, status: statusClass }, seconds);
}

/** Reads the store. Returns undefined if it fails or takes longer than three seconds. */
async function readStoreInTime({
  store,
  destinations,
  clock,
  log,
}: MetricsDependencies): Promise<StoreMetrics | undefined> {
  const timeout = sleep(3000, undefined, { ref: false }).then((): never => {
    throw new StoreUnavailable('The store did not respond in time');
  });
  const reading = store.then((opened) => readStore(opened, destinations, clock()));
  try {
    return await Promise.race([reading, timeout]);
  } catch (err) {
    log.warn({ err }, 'The store metrics could not be read');
    return undefined;
  }
}

async function readStore(
  store: Store,
  destinations: readonly Destination[],
  now: EpochMs,
): Promise<StoreMetrics> {
  return {
    undelivered: await countUndelivered(store, destinations, now),
    late: await countLate(store, now),
    backupAt: await readSharedTime(store, 'last-backup'),
    pausedUntil: (await readClock(store, now))?.pausedUntil,
    disk: store.readDisk(),
  };
}

function setReadiness({ ready, readinessFailed }: ReadinessGauges, failures: readonly string[]) {
  ready.set(Number(failures.length === 0));
  readinessFailed.reset();
  for (const failure of failures) readinessFailed.set({ failure }, 1);
}

/** Sets the gauges of the store. Removes their values if the store could not be read. */
function setStoreGauges(
  gauges: StoreGauges,
  destinations: readonly Destination[],
  values: StoreMetrics | undefined,
) {
  const { oldest, failed, overdue, lastBackup, expiryPaused, diskFree, diskFloor } = gauges;
  // Remove old values, so that a gauge without a value is absent and not stale.
  for (const labelled of [oldest, failed, overdue]) labelled.reset();
  for (const single of [lastBackup, expiryPaused, diskFree, diskFloor]) single.remove();
  if (!values) return;
  // Set zeros: a zero ends an alert at once, a missing series only later.
  for (const { name } of destinations) {
    failed.set({ destination: name }, 0);
    oldest.set({ destination: name }, 0);
  }
  for (const { destination, state, count, waitingMs } of values.undelivered) {
    if (state === 'failed') failed.set({ destination }, count);
    else oldest.set({ destination }, waitingMs / 1000);
  }
  for (const [kind, count] of Object.entries(values.late))
    overdue.set({ waiting_for: kind }, count);
  if (values.disk) {
    diskFree.set(values.disk.freeBytes);
    diskFloor.set(values.disk.floorBytes);
  }
  lastBackup.set(toSeconds(values.backupAt));
  expiryPaused.set(toSeconds(values.pausedUntil));
}

/** Converts a time to Unix time in seconds; undefined to 0. */
const toSeconds = (time: IsoTime | undefined) => (time === undefined ? 0 : Date.parse(time) / 1000);

/** Creates the server of `GET /metrics`, without listening. */
export const createMetricsServer = (metrics: Pick<Metrics, 'registry' | 'read'>): Server =>
  createServer((request, response) => {
    const respond = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    if (request.url !== '/metrics') return respond(404, 'Metrics are at /metrics.\n');
    return metrics.read().then(
      (text) => respond(200, text, metrics.registry.contentType),
      () => respond(500, 'The metrics could not be read.\n'),
    );
  });

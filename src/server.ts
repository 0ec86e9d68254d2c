import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { createFollowUpLinks } from './action-links/signed-links.ts';
import { readEnvironment } from './config/environment.ts';
import type { LinkSecrets } from './config/setting-values.ts';
import { readSettings } from './config/settings.ts';
import { createApp, createStartingApp } from './http/app.ts';
import { createDrain, type DrainTimes } from './http/lifecycle/drain.ts';
import {
  httpLimits,
  limitConnections,
  mostConnections,
  refuseAmbiguous,
} from './http/lifecycle/http-limits.ts';
import { createReadiness } from './http/lifecycle/readiness.ts';
import { announcement, localUrlOf } from './http/lifecycle/startup-banner.ts';
import {
  describeListenError,
  describeSettingProblems,
  describeStoreError,
  noBuild,
} from './http/lifecycle/startup-errors.ts';
import { measureRequests } from './http/measure-requests.ts';
import type { ServedSite } from './http/pages/site.ts';
import { createSubmissionLimits } from './http/rate-limit/rate-limiter.ts';
import { malformedRequest, refuseMalformed } from './http/security-headers.ts';
import { startNotices } from './notifications/schedule/reminder-scheduler.ts';
import { createDevelopmentSenders, createSenders } from './notifications/senders.ts';
import { startDeliveries } from './notifications/start-deliveries.ts';
import { createLog } from './observability/log.ts';
import type { Metrics } from './observability/metrics.ts';
import { closeSenders, destinationsOf } from './outbox/delivery-workers.ts';
import { startRetention } from './retention/retention-job.ts';
import { failedChecks } from './store/failed-checks.ts';
import { openStore } from './store/open-store.ts';
import { readOrCreateSecret } from './store/secrets.ts';
import type { Store } from './store/store.ts';

const isDevelopment = process.argv.includes('--dev');
const loopback = '127.0.0.1';
/** A proxy may be sending on any connection; a person at a terminal waits for nobody. */
const drainTimes = {
  SIGTERM: { graceMs: 2000, drainMs: 10_000 },
  SIGINT: { graceMs: 0, drainMs: 10_000 },
};
/** After a fault of unknown reach, only answers that are almost there are waited for. */
const faultTimes: DrainTimes = { graceMs: 0, drainMs: 1000 };

const read = readSettings(readEnvironment().env, { isDevelopment });
if (!read.ok) stop(describeSettingProblems(read.problems));
const { host, port, publicUrl, logLevel, deliveryRetryMs: retryMs } = read.settings;
const { rateLimits, trustedHops, retentionMonths, metricsPort, stopDelayMs } = read.settings;
const log = createLog(logLevel, { isDevelopment });
const now = () => Date.now();

const server = createServer(httpLimits);
limitConnections(server, { maxConnections: mostConnections() });
const { firm, pages, files, policy, middleware } = isDevelopment
  ? await fromSources()
  : await fromBuild();

// The ports come first: a server that cannot listen must not have changed the store.
const opening = Promise.withResolvers<Store>();
const measured = metricsPort === undefined ? undefined : await measureOn(metricsPort);
const metrics = measured?.metrics;
const starting = Promise.withResolvers<Hono>();
let app = createStartingApp(starting.promise, { policy, publicUrl });
const refusal = malformedRequest(policy, publicUrl);
const listener = getRequestListener((request, env) => app.fetch(request, env), {
  errorHandler: refuseMalformed(refusal),
});
const answering = refuseAmbiguous(middleware(listener), refusal);
const drain = createDrain(
  server,
  metrics ? measureRequests(answering, metrics.requestEnded) : answering,
);
server.on('request', drain.listener);
server.on('error', (error: NodeJS.ErrnoException) => {
  if (!server.listening) stop(describeListenError(error, { name: 'PORT', host, port }));
  log.error({ err: error }, 'A connection could not be taken: may this process open more files?');
});
await new Promise<void>((resolve) => server.listen(port, host, resolve));

const store = await openStore(read.settings.store).catch((error: Error) =>
  stop(describeStoreError(error, read.settings.store)),
);
opening.resolve(store);
const linkSecrets =
  read.settings.linkSecrets ?? (isDevelopment ? await ownLinkSecret() : undefined);
const links = linkSecrets && createFollowUpLinks(linkSecrets, () => publicUrl ?? localUrl());
const { timeZone } = firm;
const senderOptions = { clock: now, timeZone, links, firm };
const senders = isDevelopment
  ? await createDevelopmentSenders(read.settings, senderOptions, console.log)
  : await createSenders(read.settings, senderOptions);
const destinations = destinationsOf(senders);

const loop = { store, clock: now, timeZone, log };
const onAttempt = metrics?.deliveryAttempted;
const deliveries = startDeliveries({ ...loop, random: Math.random, retryMs, senders, onAttempt });
const notices = senders.email && startNotices({ ...loop, onQueued: deliveries.wake });
const retention = startRetention({
  ...loop,
  months: retentionMonths,
  onErased: metrics?.inquiriesErased,
});

const inquiries = {
  store,
  clock: now,
  log,
  destinations,
  onStored() {
    metrics?.inquiryStored();
    deliveries.wake();
  },
  onRepeated: metrics?.inquiryRepeated,
};
const readiness = createReadiness({
  look: () =>
    failedChecks(store, { now: now(), lastDeliveryProgressAt: deliveries.lastProgressAt() }),
  onChange: (failed) =>
    failed.length
      ? log.error({ failed }, 'The server is not ready')
      : log.info('The server is ready again'),
});
const limits = await createSubmissionLimits(rateLimits, store.hashKey, read.settings.store);
app = createApp({
  pages,
  files,
  policy,
  publicUrl,
  linkSecrets,
  timeZone,
  readiness,
  ...inquiries,
  submissionLimit: limits?.inquiries,
  alteredLinkLimit: limits?.alteredLinks,
  trustedHops,
});
starting.resolve(app);

process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);
process.on('uncaughtException', onFault);

// npm finds the command in the project's own folder alone.
const command = process.env['npm_command'] ? 'npx inquiries' : 'inquiries';
const announced = { publicUrl, localUrl: localUrl(), storeName: store.name, command };
console.log(announcement({ ...announced, retentionMonths, senders }));

async function fromBuild(): Promise<ServedSite> {
  const { createBuiltSite, loadSiteBuild } = await import('./http/pages/site-build.ts');
  const site = await loadSiteBuild('dist');
  if (!site) stop(noBuild);
  return createBuiltSite('dist', site, {
    publicUrl,
    retentionMonths,
    now,
    onError: (err) =>
      log.error(
        { err },
        'A page could not be rendered or compressed; an older or larger version is served',
      ),
  });
}

async function fromSources(): Promise<ServedSite> {
  const { createDevelopmentSite } = await import('./http/pages/development-site.ts');
  return createDevelopmentSite(server, { publicUrl, now, retentionMonths });
}

/** Listens before the site does, so that a port in use is told before any visitor comes. */
async function measureOn(port: number) {
  const { createMetrics, createMetricsServer } = await import('./observability/metrics.ts');
  const metrics: Metrics = createMetrics({ store: opening.promise, clock: now, log });
  const server = createMetricsServer(metrics);
  await new Promise<void>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      stop(describeListenError(error, { name: 'METRICS_PORT', host: loopback, port })),
    );
    server.listen(port, loopback, resolve);
  });
  return { metrics, server };
}

/** Kept in the store, so that links of the last run still work. */
async function ownLinkSecret(): Promise<LinkSecrets> {
  return [(await readOrCreateSecret(store.db, 'link-secret')).toString('base64url')];
}

function localUrl() {
  return localUrlOf(host, (server.address() as AddressInfo).port);
}

/**
 * The first signal ends what is running in order: not ready any more, the server goes on for as long
 * as STOP_DELAY_MS says, so that balancers turn away from it. The next signal ends it at once.
 */
async function onSignal(signal: keyof typeof drainTimes) {
  process.off('SIGINT', onSignal);
  process.off('SIGTERM', onSignal);
  // Vite's watcher and socket have nothing to finish, and would keep the process alive.
  if (isDevelopment) process.exit();
  readiness.stop();
  await sleep(stopDelayMs);
  await shutDown(drainTimes[signal]);
}

/** Nothing is known of what works after a fault that nobody caught: a supervisor starts anew. */
function onFault(error: unknown) {
  log.fatal({ fault: error }, 'The server ends by a fault of its own');
  if (process.exitCode) return;
  process.exitCode = 1;
  setTimeout(() => process.exit(), faultTimes.drainMs * 2).unref();
  void shutDown(faultTimes).finally(() => process.exit());
}

/** Takes nothing new, finishes requests and deliveries, closes the store. */
async function shutDown(times: DrainTimes) {
  const loops = [notices?.stop(), retention.stop(), deliveries.stop(times.drainMs)];
  await Promise.all([drain.start(times), ...loops]);
  closeSenders(senders);
  // Last, so that a drain can be watched.
  measured?.server.close().closeAllConnections();
  await Promise.all([store.close(), limits?.close()]);
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}

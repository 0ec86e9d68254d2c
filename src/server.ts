import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import packageFile from '../package.json' with { type: 'json' };
import { handleActionLinks } from './action-links/action-link-handler.ts';
import { createActionLinkSigner } from './action-links/signed-links.ts';
import { destinationSettings, emailSettings, getDestinations } from './config/destinations.ts';
import { readEnvironment } from './config/environment.ts';
import type { LinkSecrets } from './config/setting-values.ts';
import { readSettings } from './config/settings.ts';
import { createApp, createRequestListener } from './http/app.ts';
import { drain, type DrainTimes } from './http/lifecycle/drain.ts';
import { findFailedChecks } from './http/lifecycle/failed-checks.ts';
import { createLimitedServer } from './http/lifecycle/http-limits.ts';
import { createReadiness } from './http/lifecycle/readiness.ts';
import {
  describeListenError,
  describeStoreError,
  formatLocalUrl,
  missingBuildMessage,
} from './http/lifecycle/startup-messages.ts';
import type { SiteHandler } from './http/pages/site-build.ts';
import { limitLog } from './jobs/log.ts';
import { startDeliveryWorkers } from './notifications/deliveries/delivery-workers.ts';
import { createDevelopmentSenders, createSenders } from './notifications/create-senders.ts';
import { startSchedule } from './notifications/schedule/schedule.ts';
import { createLog } from './observability/create-log.ts';
import type { Metrics } from './observability/metrics.ts';
import { startRetention } from './retention/retention-job.ts';
import { readOrCreateSecret } from './store/shared-values.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { readUnconfigured } from './store/undelivered.ts';

const isDevelopment = process.argv.includes('--dev');
/** On SIGTERM, a proxy may still be sending on an idle connection; Ctrl+C needs no grace period. */
const drainTimes = {
  SIGTERM: { graceMs: 2000, drainMs: 10_000 },
  SIGINT: { graceMs: 0, drainMs: 10_000 },
};
/** After an uncaught exception, only nearly finished responses complete. */
const crashDrainTimes = { graceMs: 0, drainMs: 1000 };

const readResult = readSettings(readEnvironment().env, { isDevelopment });
if (!readResult.ok) {
  const problems = readResult.problems.join('\n- ');
  stop(`The server cannot start. Correct these settings:\n- ${problems}`);
}
const { settings } = readResult;
const { host, port, publicUrl, retentionMonths } = settings;
const log = createLog(settings.logLevel, { isDevelopment });
/** A person reads a banner instead of log lines. */
const isInteractive = isDevelopment || process.stdout.isTTY;
if (!isInteractive) {
  log.info(
    { version: packageFile.version, node: process.version, settings: readResult.loggable },
    'The server is starting',
  );
}
for (const name of readResult.removed) log.warn(`${name} has no effect: remove this setting`);
const clock = () => Date.now();

const destinations = getDestinations(settings, { isDevelopment });
/** Development writes e-mails here without a mail server. */
const mailFolder = `${settings.dataDir}/mails`;
const server = createLimitedServer();
const localUrl = () => formatLocalUrl(host, (server.address() as AddressInfo).port);
const site = await loadSite();
const { firm } = site;

// Listen before opening the store: a server that cannot listen must not change the store.
const readiness = createReadiness(log);
const storeOpened = Promise.withResolvers<Store>();
const appCreated = Promise.withResolvers<Hono>();
const { metrics, metricsServer } = await startMetrics();
server.on(
  'request',
  createRequestListener(appCreated.promise, { site, publicUrl, readiness, log, metrics }),
);
server.on('error', (err: NodeJS.ErrnoException) => {
  if (!server.listening) stop(describeListenError(err, 'PORT', host, port));
  log.error({ err }, 'Cannot accept connections. Check the open file limit of this process.');
});
await new Promise<void>((resolve) => server.listen(port, host, resolve));

const opening = setInterval(
  () => log.info('The store is opening or migrating: requests for it wait'),
  10_000,
);
const store = await openStore(settings.store)
  .catch((error: Error) => stop(describeStoreError(error, settings.store)))
  .finally(() => clearInterval(opening));
storeOpened.resolve(store);
const linkSecrets = settings.linkSecrets ?? (await readDevelopmentSecrets());
const links = linkSecrets && createActionLinkSigner(linkSecrets, () => publicUrl ?? localUrl());
const { timeZone, holidays } = firm;
const senderOptions = { clock, timeZone, links, firm };
const senders = isDevelopment
  ? await createDevelopmentSenders(settings, senderOptions, mailFolder)
  : await createSenders(settings, senderOptions);

const jobOptions = { store, destinations, clock, timeZone, holidays, log };
const deliveries = startDeliveryWorkers({ ...jobOptions, senders });
const schedule = startSchedule({ ...jobOptions, wakeDeliveries: deliveries.wake });
const retention = startRetention({ ...jobOptions, months: retentionMonths });

const requestOptions = {
  store,
  clock,
  log,
  publicUrl,
  rateLimits: settings.rateLimits,
  trustedHops: settings.trustedHops,
  destinations,
  wakeDeliveries: deliveries.wake,
  acknowledgementLog: limitLog(log, { maxLines: 1 }),
};
const actionLinks =
  linkSecrets &&
  handleActionLinks({ ...requestOptions, secrets: linkSecrets, getPages: site.getPages });
appCreated.resolve(createApp({ ...requestOptions, site, actionLinks, metrics }));
readiness.start(() => findFailedChecks(store));

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal);
process.on('uncaughtException', onUncaughtException);

if (isInteractive) {
  // npx runs the command in the project's folder; elsewhere it is installed.
  const program = process.env['npm_command'] ? 'npx inquiries' : 'inquiries';
  const dataDir = process.env['DATA_DIR'];
  const command = isDevelopment && dataDir ? `DATA_DIR=${dataDir} ${program}` : program;
  if (isDevelopment && !settings.mail) console.log(`E-mails are at    ${localUrl()}/mails`);
  console.log(`The site is at    ${publicUrl ?? localUrl()}
Inquiries are in  ${store.name}
List them with    ${command} list`);
} else {
  log.info(
    { address: localUrl(), store: store.name, destinations: Object.keys(senders).sort() },
    'The server is ready',
  );
}
warnOfMissingDestinations();
void warnOfUnconfigured();

async function loadSite(): Promise<SiteHandler> {
  const options = { publicUrl, retentionMonths, clock };
  if (isDevelopment) {
    const { createDevSiteHandler } = await import('./http/development/development-site.ts');
    return createDevSiteHandler(server, options, mailFolder);
  }
  const { createSiteHandler, loadSiteBundle } = await import('./http/pages/site-build.ts');
  const bundle = await loadSiteBundle('dist');
  if (!bundle) stop(missingBuildMessage);
  return createSiteHandler('dist', bundle, options, (err) =>
    log.error({ err }, 'A page could not be rendered or compressed'),
  );
}

interface StartedMetrics {
  metrics?: Metrics;
  metricsServer?: Server;
}

/** Serves the site without metrics if their address is not available. */
async function startMetrics(): Promise<StartedMetrics> {
  const { metricsHost, metricsPort } = settings;
  if (metricsPort === undefined) return {};
  const { createMetrics, createMetricsServer } = await import('./observability/metrics.ts');
  const isReady = async () => (await readiness.getFailures()).length === 0;
  const created = createMetrics({ store: storeOpened.promise, destinations, isReady, clock, log });
  const listening = createMetricsServer(created).listen(metricsPort, metricsHost);
  try {
    await once(listening, 'listening');
    return { metrics: created, metricsServer: listening };
  } catch (error) {
    const reason = describeListenError(error as Error, 'METRICS_PORT', metricsHost, metricsPort);
    log.warn(`The site is served without metrics. ${reason}`);
    return {};
  }
}

function warnOfMissingDestinations() {
  if (destinations.length === 0) {
    log.warn(`Nobody is notified of inquiries: set ${destinationSettings}`);
    return;
  }
  if (!destinations.some(({ reaches }) => reaches === 'team'))
    log.warn(`The team gets no reminders and digests, which are e-mails: set ${emailSettings}`);
}

/** Tells of deliveries that wait for a destination whose settings were removed. */
async function warnOfUnconfigured() {
  try {
    for (const { destination, count } of await readUnconfigured(store, destinations, 'waiting')) {
      const message = 'Deliveries wait for a destination that is not configured';
      log.warn({ destination, count }, message);
    }
  } catch (err) {
    log.error({ err }, 'The deliveries could not be read');
  }
}

/** Reads the key of links in development: stored, so that links survive a restart. */
async function readDevelopmentSecrets(): Promise<LinkSecrets | undefined> {
  if (!isDevelopment) return undefined;
  const secret = await readOrCreateSecret(store, 'link-secret');
  return [secret.toString('base64url')];
}

/**
 * Shuts down gracefully on the first signal: reports not ready, keeps serving for STOP_DELAY_MS until
 * load balancers stop sending, then drains. A second signal kills the process.
 */
async function onSignal(signal: keyof typeof drainTimes) {
  process.off('SIGINT', onSignal);
  process.off('SIGTERM', onSignal);
  // Vite's watcher and socket have nothing to finish, and would keep the process alive.
  if (isDevelopment) process.exit();
  log.info({ signal }, 'The server is stopping');
  readiness.stop();
  // No proxy polls the server of a person who presses Ctrl+C.
  if (signal === 'SIGTERM') await sleep(settings.stopDelayMs);
  await shutDown(drainTimes[signal]);
}

/** Exits with code 1 for a supervisor to restart: the process state is unknown. */
function onUncaughtException(error: unknown) {
  log.fatal({ fault: error }, 'Uncaught exception: the server is shutting down');
  if (process.exitCode) return;
  process.exitCode = 1;
  setTimeout(() => process.exit(), crashDrainTimes.drainMs * 2).unref();
  void shutDown(crashDrainTimes).finally(() => process.exit());
}

/** Stops accepting connections, finishes requests and deliveries, closes the store. */
async function shutDown(times: DrainTimes) {
  const jobs = [schedule.stop(), retention.stop(), deliveries.stop(times.drainMs)];
  await Promise.all([drain(server, times), ...jobs]);
  // Close metrics last, so that a drain can be monitored.
  metricsServer?.close().closeAllConnections();
  await store.close();
  log.info('The server has stopped');
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}

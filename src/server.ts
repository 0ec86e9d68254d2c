import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import packageFile from '../package.json' with { type: 'json' };
import { createActionLinkHandler } from './action-links/action-link-handler.ts';
import { createActionLinkSigner } from './action-links/signed-links.ts';
import {
  type Destination,
  destinationSettings,
  emailSettings,
  getDestinations,
  getTeamNames,
} from './config/destinations.ts';
import { readEnvironment } from './config/environment.ts';
import type { LinkSecrets } from './config/setting-values.ts';
import { readSettings, type Settings } from './config/settings.ts';
import { createApp, createRequestListener } from './http/app.ts';
import { drain, type DrainTimes } from './http/lifecycle/drain.ts';
import { findFailedChecks } from './http/lifecycle/failed-checks.ts';
import { createLimitedServer } from './http/lifecycle/http-limits.ts';
import { createReadiness, type Readiness } from './http/lifecycle/readiness.ts';
import {
  describeListenError,
  describeStoreError,
  formatLocalUrl,
  missingBuildMessage,
} from './http/lifecycle/startup-messages.ts';
import type { SiteHandler } from './http/pages/site-build.ts';
import { getOfficeHours } from './inquiry/office-hours.ts';
import { limitLog } from './jobs/limit-log.ts';
import type { Loop } from './jobs/run-loop.ts';
import { watchStandstill } from './jobs/watch-standstill.ts';
import {
  type DeliveryWorkers,
  startDeliveryWorkers,
} from './notifications/deliveries/delivery-workers.ts';
import { createDevelopmentSenders, createSenders } from './notifications/create-senders.ts';
import { startSchedule } from './notifications/schedule/schedule.ts';
import type { Senders } from './notifications/sender.ts';
import { createLog } from './observability/create-log.ts';
import type { Metrics } from './observability/metrics.ts';
import { startRetention } from './retention/retention-job.ts';
import { readOrCreateSecret } from './store/shared-values.ts';
import { openStore } from './store/open-store.ts';
import { getStoreFix, isDatabaseDown, StoreUnavailable } from './store/store-errors.ts';
import type { Store } from './store/store.ts';
import { createUnavailableStore } from './store/unavailable-store.ts';
import { readUnconfigured } from './store/outbox/undelivered.ts';

const isDevelopment = process.argv.includes('--dev');
/** A person reads a banner instead of log lines. */
const isInteractive = isDevelopment || process.stdout.isTTY;
const clock = () => Date.now();
/** On SIGTERM, a proxy may still be sending on an idle connection; Ctrl+C needs no grace period. */
const drainTimes = {
  SIGTERM: { graceMs: 2000, drainMs: 10_000 },
  SIGINT: { graceMs: 0, drainMs: 10_000 },
};
/** After an uncaught exception, only nearly finished responses complete. */
const crashDrainTimes = { graceMs: 0, drainMs: 1000 };
/** Time for which requests wait for the store. Proxies and Node close a connection after 30 s and more. */
const openingMs = 8000;
/** Time between attempts to open the store of a database that is down. */
const reopenMs = 2000;

async function main() {
  const configuration = configure();
  // Listen before opening the store: a server that cannot listen must not change the store.
  const listening = await listen(configuration);
  const shutdown = stopOnSignals(configuration, listening);
  const store = await openStoreWhenUp(configuration, listening);
  if (shutdown.hasBegun()) return;
  const parts = await startParts(configuration, listening, store);
  shutdown.setParts(parts);
  if (shutdown.hasBegun()) return;
  serveApp(configuration, listening, parts);
  announce(configuration, listening, parts);
  // A person's machine sleeps each night.
  if (!isInteractive) watchStandstill(configuration.log);
}

interface Configuration {
  settings: Settings;
  destinations: Destination[];
  /** Development writes e-mails here without a mail server. */
  mailFolder: string;
  log: Logger;
}

/** Reads the settings. Ends the process if some are invalid. */
function configure(): Configuration {
  const result = readSettings(readEnvironment().env, { isDevelopment });
  if (!result.ok) {
    const problems = result.problems.join('\n- ');
    exit(`The server cannot start. Correct these settings:\n- ${problems}`);
  }
  const { settings, loggable, ignored } = result;
  const log = createLog(settings.logLevel, { isDevelopment });
  if (!isInteractive) {
    log.info(
      { version: packageFile.version, node: process.version, settings: loggable },
      'The server is starting',
    );
  }
  for (const { name, fix } of ignored) log.warn(`${name} has no effect. ${fix}`);
  const destinations = getDestinations(settings, { isDevelopment });
  return { settings, destinations, mailFolder: `${settings.dataDir}/mails`, log };
}

/** Serves cached pages, files and health checks. Other requests wait for the application. */
interface ListeningServer extends StartedMetrics {
  server: Server;
  site: SiteHandler;
  /** For a browser on the same machine. */
  localUrl: string;
  readiness: Readiness;
  /** Gives the store to the metrics. */
  setStore: (store: Store) => void;
  /** Gives the application to the requests that wait for it, and to later ones. */
  setApp: (app: Hono) => void;
}

/** Loads the site and listens. Ends the process if there is no site, or if it cannot listen. */
async function listen(configuration: Configuration): Promise<ListeningServer> {
  const { settings, log } = configuration;
  const { host, port, publicUrl } = settings;
  const server = createLimitedServer();
  const site = await loadSite(configuration, server);
  const readiness = createReadiness(log);
  const store = Promise.withResolvers<Store>();
  const firstApp = Promise.withResolvers<Hono>();
  let app = firstApp.promise;
  const { metrics, metricsServer } = await startMetrics(configuration, readiness, store.promise);

  const listenerOptions = { site, publicUrl, readiness, log, metrics };
  const listener = createRequestListener(() => app, listenerOptions);
  server.on('request', listener);
  server.on('error', (err: NodeJS.ErrnoException) => {
    if (!server.listening) exit(describeListenError(err, 'PORT', host, port));
    logFailedAccept(log, err);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));

  return {
    server,
    site,
    localUrl: formatLocalUrl(host, (server.address() as AddressInfo).port),
    readiness,
    metrics,
    metricsServer,
    setStore: store.resolve,
    setApp(next) {
      firstApp.resolve(next);
      app = Promise.resolve(next);
    },
  };
}

const logFailedAccept = (log: Logger, err: Error) =>
  log.error({ err }, 'Cannot accept connections. Check the open file limit of this process.');

async function loadSite(configuration: Configuration, server: Server): Promise<SiteHandler> {
  const { settings, mailFolder, log } = configuration;
  const { publicUrl, retentionMonths } = settings;
  const options = { publicUrl, retentionMonths, clock };
  if (isDevelopment) {
    const { createDevSiteHandler } = await import('./http/development/development-site.ts');
    return createDevSiteHandler(server, options, mailFolder);
  }
  const { createSiteHandler, loadSiteBundle } = await import('./http/pages/site-build.ts');
  const bundle = await loadSiteBundle('dist');
  if (!bundle) exit(missingBuildMessage);
  return createSiteHandler('dist', bundle, options, (err) =>
    log.error({ err }, 'A page could not be rendered or compressed'),
  );
}

interface StartedMetrics {
  metrics?: Metrics | undefined;
  metricsServer?: Server | undefined;
}

/** Serves the site without metrics if their address is not available. */
async function startMetrics(
  { settings, destinations, log }: Configuration,
  readiness: Readiness,
  store: Promise<Store>,
): Promise<StartedMetrics> {
  const { metricsHost, metricsPort } = settings;
  const { getFailures } = readiness;
  if (metricsPort === undefined) return {};
  const { createMetrics, createMetricsServer } = await import('./observability/metrics.ts');
  const metrics = createMetrics({ store, destinations, getFailures, clock, log });
  const metricsServer = createMetricsServer(metrics).listen(metricsPort, metricsHost);
  try {
    await once(metricsServer, 'listening');
    metricsServer.on('error', (error) => logFailedAccept(log, error));
    return { metrics, metricsServer };
  } catch (error) {
    const reason = describeListenError(error as Error, 'METRICS_PORT', metricsHost, metricsPort);
    log.warn(`The site is served without metrics. ${reason}`);
    return {};
  }
}

/** The store, and what works on it. */
interface Parts {
  store: Store;
  /** Undefined: there are no action links. */
  linkSecrets: LinkSecrets | undefined;
  senders: Senders;
  deliveries: DeliveryWorkers;
  schedule: Loop;
  retention: Loop;
}

/** Starts deliveries, schedule and retention. */
async function startParts(
  configuration: Configuration,
  listening: ListeningServer,
  store: Store,
): Promise<Parts> {
  const { settings, destinations, log } = configuration;
  const { firm } = listening.site;
  listening.setStore(store);

  const linkSecrets = settings.linkSecrets ?? (await readDevelopmentSecrets(store));
  const origin = settings.publicUrl ?? listening.localUrl;
  const links = linkSecrets && createActionLinkSigner(linkSecrets, () => origin);
  const senderOptions = { clock, links, firm };
  const senders = isDevelopment
    ? await createDevelopmentSenders(settings, senderOptions, configuration.mailFolder)
    : await createSenders(settings, senderOptions);

  const jobOptions = { store, destinations, clock, log };
  const officeHours = getOfficeHours(firm);
  const deliveries = startDeliveryWorkers({ ...jobOptions, officeHours, senders });
  const schedule = startSchedule({ ...jobOptions, officeHours, wakeDeliveries: deliveries.wake });
  const { timeZone } = firm;
  const retention = startRetention({ ...jobOptions, timeZone, months: settings.retentionMonths });
  return { store, linkSecrets, senders, deliveries, schedule, retention };
}

/**
 * Opens the store. While its database is down, and while a migration takes long, what needs the store is
 * answered with 503. Ends the process if the store cannot be opened for another reason.
 */
async function openStoreWhenUp(
  configuration: Configuration,
  listening: ListeningServer,
): Promise<Store> {
  const { settings, log } = configuration;
  const slowOpening = setTimeout(() => {
    log.info('The store is still opening or migrating: what needs it is answered with 503');
    serveWithoutStore(configuration, listening, new StoreUnavailable('The store is opening'));
  }, openingMs);
  let isDown = false;
  for (;;) {
    try {
      const store = await openStore(settings.store);
      clearTimeout(slowOpening);
      return store;
    } catch (error) {
      if (!isDatabaseDown(error)) exit(describeStoreError(error as Error, settings.store));
      clearTimeout(slowOpening);
      if (!isDown) reportDown(configuration, listening, error);
      isDown = true;
    }
    await sleep(reopenMs);
  }
}

/** Answers the form with 503 and its e-mail, reports not ready, and logs what to do. */
function reportDown(
  configuration: Configuration,
  listening: ListeningServer,
  error: StoreUnavailable,
) {
  const { settings, log } = configuration;
  const fix = getStoreFix(error, settings.store.kind);
  const cause = new StoreUnavailable(error.message, { cause: error, fix });
  log.error({ err: cause }, 'The store cannot be opened yet: the server tries again');
  serveWithoutStore(configuration, listening, cause);
  listening.readiness.start(() => Promise.reject(cause));
}

/** Answers what needs the store with 503. */
function serveWithoutStore(
  configuration: Configuration,
  listening: ListeningServer,
  cause: StoreUnavailable,
) {
  const { linkSecrets } = configuration.settings;
  const store = createUnavailableStore(cause);
  const wakeDeliveries = () => undefined;
  listening.setApp(createSiteApp(configuration, listening, { store, linkSecrets, wakeDeliveries }));
}

/** Reads the key of links in development: stored, so that links survive a restart. */
async function readDevelopmentSecrets(store: Store): Promise<LinkSecrets | undefined> {
  if (!isDevelopment) return undefined;
  const secret = await readOrCreateSecret(store, 'link-secret');
  return [secret.toString('base64url')];
}

/** Serves the requests that wait for the application, and reports ready. */
function serveApp(configuration: Configuration, listening: ListeningServer, parts: Parts) {
  const { store, linkSecrets, deliveries } = parts;
  const wakeDeliveries = deliveries.wake;
  listening.setApp(createSiteApp(configuration, listening, { store, linkSecrets, wakeDeliveries }));
  listening.readiness.start(() => findFailedChecks(store));
}

interface AppParts {
  store: Store;
  linkSecrets: LinkSecrets | undefined;
  wakeDeliveries: () => void;
}

function createSiteApp(
  configuration: Configuration,
  listening: ListeningServer,
  { store, linkSecrets: secrets, wakeDeliveries }: AppParts,
): Hono {
  const { settings, destinations, log } = configuration;
  const { site, metrics } = listening;
  const options = {
    store,
    clock,
    log,
    publicUrl: settings.publicUrl,
    rateLimits: settings.rateLimits,
    trustedHops: settings.trustedHops,
    destinations,
    wakeDeliveries,
    acknowledgementLog: limitLog(log, { maxLines: 1 }),
  };
  const teamNames = getTeamNames(settings);
  const actionLinks =
    secrets && createActionLinkHandler({ ...options, teamNames, secrets, getPages: site.getPages });
  return createApp({ ...options, site, actionLinks, metrics });
}

interface Shutdown {
  /** Tells if a signal came. */
  hasBegun: () => boolean;
  /** Names what has to end besides the server. */
  setParts: (parts: Parts) => void;
}

/**
 * Shuts down gracefully on the first signal: reports not ready, keeps serving for STOP_DELAY_MS until
 * load balancers stop sending, then drains. A second signal kills the process. After an uncaught
 * exception, exits with code 1 for a supervisor to restart: the process state is unknown.
 */
function stopOnSignals({ settings, log }: Configuration, listening: ListeningServer): Shutdown {
  let hasBegun = false;
  let parts: Parts | undefined;
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    hasBegun: () => hasBegun,
    setParts(started) {
      parts = started;
      // Before, Node ends the process itself, and prints why.
      process.on('uncaughtException', onUncaughtException);
    },
  };

  async function onSignal(signal: keyof typeof drainTimes) {
    hasBegun = true;
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    // Vite's watcher and socket have nothing to finish, and would keep the process alive.
    if (isDevelopment) process.exit();
    log.info({ signal }, 'The server is stopping');
    listening.readiness.stop();
    // No proxy polls the server of a person who presses Ctrl+C.
    if (signal === 'SIGTERM') await sleep(settings.stopDelayMs);
    const started = parts;
    await shutDown(listening, started, drainTimes[signal], log);
    if (started) return;
    // The store may still be opening, or the parts have started meanwhile.
    if (parts) await stopJobs(parts, drainTimes[signal]);
    process.exit();
  }

  function onUncaughtException(error: unknown) {
    log.fatal({ fault: error }, 'Uncaught exception: the server is shutting down');
    if (process.exitCode) return;
    process.exitCode = 1;
    setTimeout(() => process.exit(), crashDrainTimes.drainMs * 2).unref();
    void shutDown(listening, parts, crashDrainTimes, log).finally(() => process.exit());
  }
}

/** Stops accepting connections, finishes requests and deliveries, closes the store. */
async function shutDown(
  listening: ListeningServer,
  parts: Parts | undefined,
  times: DrainTimes,
  log: Logger,
) {
  await Promise.all([drain(listening.server, times), parts && stopJobs(parts, times)]);
  // Close metrics last, so that a drain can be monitored.
  listening.metricsServer?.close().closeAllConnections();
  await parts?.store.close();
  log.info('The server has stopped');
}

async function stopJobs({ schedule, retention, deliveries }: Parts, { drainMs }: DrainTimes) {
  await Promise.all([schedule.stop(), retention.stop(), deliveries.stop(drainMs)]);
}

/** Tells where the site is, and who is not notified. */
function announce(configuration: Configuration, listening: ListeningServer, parts: Parts) {
  const { destinations, log } = configuration;
  const { store, senders } = parts;
  if (isInteractive) {
    printBanner(configuration, listening, store);
  } else {
    log.info(
      { address: listening.localUrl, store: store.name, destinations: Object.keys(senders).sort() },
      'The server is ready',
    );
  }
  warnOfMissingDestinations(destinations, log);
  void warnOfUnconfigured(store, destinations, log);
}

function printBanner({ settings }: Configuration, { localUrl }: ListeningServer, store: Store) {
  // npx runs the command in the project's folder; elsewhere it is installed.
  const program = process.env['npm_command'] ? 'npx inquiries' : 'inquiries';
  const dataDir = process.env['DATA_DIR'];
  const command = isDevelopment && dataDir ? `DATA_DIR=${dataDir} ${program}` : program;
  if (isDevelopment && !settings.mail) console.log(`E-mails are at    ${localUrl}/mails`);
  console.log(`The site is at    ${settings.publicUrl ?? localUrl}
Inquiries are in  ${store.name}
List them with    ${command} list`);
}

function warnOfMissingDestinations(destinations: Destination[], log: Logger) {
  if (destinations.length === 0) {
    log.warn(`Nobody is notified of inquiries: set ${destinationSettings}`);
    return;
  }
  if (!destinations.some(({ reaches }) => reaches === 'team'))
    log.warn(`The team gets no reminders and digests, which are e-mails: set ${emailSettings}`);
}

/** Tells of deliveries that wait for a destination whose settings were removed. */
async function warnOfUnconfigured(store: Store, destinations: Destination[], log: Logger) {
  try {
    for (const { destination, count } of await readUnconfigured(store, destinations, 'waiting')) {
      const message = 'Deliveries wait for a destination that is not configured';
      log.warn({ destination, count }, message);
    }
  } catch (err) {
    log.error({ err }, 'The deliveries could not be read');
  }
}

function exit(reason: string): never {
  console.error(reason);
  process.exit(1);
}

// Last, once all constants are defined.
await main();

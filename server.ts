import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type DeliveryLoop, startDeliveries } from './inquiries/delivery/delivery-loop.ts';
import { type NoticeLoop, startNotices } from './inquiries/delivery/notice-loop.ts';
import { closeSenders, destinationsOf } from './inquiries/delivery/sender.ts';
import { failedChecks } from './inquiries/failed-checks.ts';
import { createFollowUpLinks, type LinkSecrets } from './inquiries/follow-up/signed-links.ts';
import { type RetentionLoop, startRetention } from './inquiries/retention/retention-loop.ts';
import { readOrCreateSecret } from './inquiries/secrets.ts';
import { StoreTooNew } from './inquiries/store-unavailable.ts';
import { openStore } from './inquiries/store.ts';
import { answerHeld } from './server/answer-held.ts';
import { createApp } from './server/app.ts';
import { createDrain, type DrainTimes } from './server/drain.ts';
import { httpLimits, limitConnections, refuseAmbiguous } from './server/http-limits.ts';
import { createLog, withoutMessage } from './server/log.ts';
import { measureRequests } from './server/measure-requests.ts';
import type { Metrics } from './server/metrics.ts';
import { createPages } from './server/pages.ts';
import { createReadiness } from './server/readiness.ts';
import {
  contentSecurityPolicy,
  malformedRequest,
  refuseMalformed,
  securityHeadersOf,
} from './server/security-headers.ts';
import { securityTxt, securityTxtPath } from './server/security-txt.ts';
import { createDevelopmentSenders, createSenders } from './server/senders.ts';
import { readSettings } from './server/settings.ts';
import { readEnvironment } from './server/environment.ts';
import { readStaticFiles, type StaticFiles } from './server/static-files.ts';
import { createSharedLimiters } from './server/shared-limiters.ts';
import { type Counted, createSubmissionLimit } from './server/submission-limit.ts';
import { speculationRules, speculationRulesPath } from './server/speculation-rules.ts';
import { createTexts } from './server/texts.ts';

const isDevelopment = process.argv.includes('--dev');
const loopback = '127.0.0.1';
/** A proxy may be sending on any connection; a person at a terminal waits for nobody. */
const drainTimes = {
  SIGTERM: { graceMs: 2000, drainMs: 10_000 },
  SIGINT: { graceMs: 0, drainMs: 10_000 },
};
/** After a fault of unknown reach, only answers that are almost there are waited for. */
const faultTimes: DrainTimes = { graceMs: 0, drainMs: 1000 };

interface ReportedLimits {
  userLimits?: { open_files: { soft: number | 'unlimited' } };
}

const read = readSettings(readEnvironment(), { isDevelopment });
if (!read.ok) {
  stop(
    `These settings have to change before the server can start:\n- ${read.problems.join('\n- ')}`,
  );
}
const { host, port, publicUrl, logLevel, deliveryRetryMs: retryMs } = read.settings;
const {
  rateLimits: limits,
  trustedHops,
  retentionMonths,
  metricsPort,
  stopDelayMs,
} = read.settings;
const log = createLog(logLevel);
const now = () => Date.now();

const server = createServer(httpLimits);
limitConnections(server, { maxConnections: mostConnections() });
const { firm, pages, files, policy, builtAt, middleware } = isDevelopment
  ? await fromSources()
  : await fromBuild();

const store = await openStore(read.settings.store).catch((error: Error) =>
  stop(describeStoreError(error, 'databaseUrl' in read.settings.store)),
);
const linkSecrets =
  read.settings.linkSecrets ?? (isDevelopment ? await ownLinkSecret() : undefined);
const links = linkSecrets && createFollowUpLinks(linkSecrets, () => publicUrl ?? localUrl());
const { timeZone } = firm;
const senderOptions = { clock: now, timeZone, links, firm };
const senders = isDevelopment
  ? createDevelopmentSenders(read.settings, senderOptions, console.log)
  : createSenders(read.settings, senderOptions);
const destinations = destinationsOf(senders);
let deliveries: DeliveryLoop | undefined;
let notices: NoticeLoop | undefined;
let retention: RetentionLoop | undefined;

const measured = metricsPort === undefined ? undefined : await measureOn(metricsPort);
const metrics = measured?.metrics;
const inquiries = {
  ...{ store, clock: now, log, destinations },
  onStored() {
    metrics?.inquiryStored();
    deliveries?.wake();
  },
  onRepeated: metrics?.inquiryRepeated,
};
const readiness = createReadiness({
  look: () => {
    const lastDeliveryProgressAt = deliveries?.lastProgressAt() ?? now();
    return failedChecks(store, { now: now(), lastDeliveryProgressAt });
  },
  onChange: (failed) =>
    failed.length
      ? log.error({ failed }, 'The server is not ready')
      : log.info('The server is ready again'),
});
const { hashKey } = store;
const sharedLimiters =
  limits.length > 0 && 'databaseUrl' in read.settings.store
    ? createSharedLimiters(read.settings.store.databaseUrl)
    : undefined;
const limitOf = (counted: Counted) =>
  limits.length > 0
    ? createSubmissionLimit({
        counted,
        limits,
        hashKey,
        createLimiter: sharedLimiters?.createLimiter,
      })
    : undefined;
const admission = {
  submissionLimit: limitOf('inquiries'),
  alteredLinkLimit: limitOf('altered links'),
  trustedHops,
};
const securityText = securityTxt({ email: firm.email, publicUrl, builtAt });
const app = createApp({
  pages,
  files: { get: (path) => (path === securityTxtPath ? securityText : files.get(path)) },
  policy,
  publicUrl,
  linkSecrets,
  timeZone,
  readiness,
  ...inquiries,
  ...admission,
});

const refusal = malformedRequest(policy, publicUrl);
const listener = getRequestListener(app.fetch, { errorHandler: refuseMalformed(refusal) });
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
server.listen(port, host, () => {
  const loop = { store, clock: now, timeZone, log };
  const onAttempt = metrics?.deliveryAttempted;
  deliveries = startDeliveries({ ...loop, random: Math.random, retryMs, senders, onAttempt });
  if (senders.email) notices = startNotices({ ...loop, onQueued: deliveries.wake });
  retention = startRetention({
    ...loop,
    months: retentionMonths,
    onErased: metrics?.inquiriesErased,
  });
  announce();
});

process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);
process.on('uncaughtException', onFault);

async function fromBuild() {
  // Only here: in development its import of the firm's facts would make each change of them a restart.
  const { loadSiteBuild } = await import('./server/site-build.ts');
  const site = await loadSiteBuild('dist', { retentionMonths });
  if (!site) stop('There is no build of the site yet. Run npm run build first, or npm start.');
  const files: StaticFiles = new Map([
    // What documents of the release before still ask for.
    ...readStaticFiles('dist/previous'),
    ...readStaticFiles('dist/client'),
    [speculationRulesPath, speculationRules(site.renderer.paths)],
  ]);
  const texts = await createTexts(site, { publicUrl, now });
  const pages = await createPages({
    site,
    publicUrl,
    now,
    onError: (err) => log.error({ err }, 'The pages of the new year could not be rendered'),
  });
  const policy = contentSecurityPolicy(site);
  const find = (path: string) => files.get(path) ?? pages.held(path);
  return {
    firm: site.firm,
    pages,
    files: { get: (urlPath: string) => files.get(urlPath) ?? texts.get(urlPath) },
    policy,
    builtAt: site.builtAt,
    middleware: (listener: RequestListener) =>
      answerHeld(find, securityHeadersOf(policy, publicUrl), listener),
  };
}

async function fromSources() {
  const { createDevelopmentSite } = await import('./server/development.ts');
  return createDevelopmentSite(server, { publicUrl, now, retentionMonths });
}

/** Listens before the site does, so that a port in use is told before any visitor comes. */
async function measureOn(port: number) {
  const { createMetrics } = await import('./server/metrics.ts');
  const { createMetricsServer } = await import('./server/metrics-server.ts');
  const metrics: Metrics = createMetrics({ store, clock: now, log });
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

/** As many as files may be open, without those of the store, the mail server and the webhook. */
function mostConnections() {
  const { userLimits } = process.report.getReport() as ReportedLimits;
  const openFiles = Number(userLimits?.open_files.soft);
  return Number.isNaN(openFiles) ? undefined : Math.min(Math.max(openFiles - 64, 16), 10_000);
}

function localUrl() {
  const { port } = server.address() as AddressInfo;
  const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(host);
  const name = isLoopback ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function announce() {
  const local = localUrl();
  const { inquirer, ...team } = senders;
  const notified = destinations.length
    ? `They are sent by     ${destinationsOf(team).join(' and ')}`
    : 'Nobody is notified   of them: set SMTP_URL or WEBHOOK_URL, as .env.example explains';
  const noticed = senders.email
    ? `\nAlso sent by email   reminders, a morning digest${inquirer ? ', acknowledgements' : ''}`
    : '';
  console.log(`The site is at       ${publicUrl ? `${publicUrl}, served from ${local}` : local}
Inquiries are in     ${store.name}
They are kept        ${retentionMonths ? `for ${retentionMonths} months (RETENTION_MONTHS), then erased` : 'until somebody erases them (RETENTION_MONTHS=off)'}
List them with       npm run inquiries -- list
${notified}${noticed}`);
}

function describeStoreError(error: Error, isDatabase: boolean) {
  if (error instanceof StoreTooNew) {
    const place = isDatabase ? 'DATABASE_URL to a database' : 'DATA_DIR to a folder';
    return `${error.message}.\nUpgrade this program, or set ${place} of its own.`;
  }
  const fix = isDatabase
    ? 'Check that the database runs and that DATABASE_URL names it, with a user who may create tables.'
    : 'Set DATA_DIR to a folder that this user may write.';
  return `The store can't be opened: ${error.message}\n${fix}`;
}

function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  { name, host, port }: { name: string; host: string; port: number },
) {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use. Stop what listens there, or set ${name} to another one.`;
  }
  return `The server can't listen on ${host}:${port}: ${message}\nCheck ${name === 'PORT' ? 'HOST and PORT' : name}.`;
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
  log.fatal({ err: withoutMessage(error) }, 'The server ends by a fault of its own');
  if (process.exitCode) return;
  process.exitCode = 1;
  setTimeout(() => process.exit(), faultTimes.drainMs * 2).unref();
  void shutDown(faultTimes).finally(() => process.exit());
}

/** Takes nothing new, finishes requests and deliveries, closes the store. */
async function shutDown(times: DrainTimes) {
  const loops = [notices?.stop(), retention?.stop(), deliveries?.stop(times.drainMs)];
  await Promise.all([drain.start(times), ...loops]);
  closeSenders(senders);
  // Last, so that a drain can be watched.
  measured?.server.close().closeAllConnections();
  await Promise.all([store.close(), sharedLimiters?.close()]);
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}

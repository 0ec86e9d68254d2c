import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { createRequestListener } from '../http/app.ts';
import { createPostLimits, type PostLimits } from '../http/contact/handle-post.ts';
import { createLimitedServer } from '../http/lifecycle/limited-server.ts';
import { Readiness } from '../http/lifecycle/readiness.ts';
import type { SiteHandler } from '../http/pages/site-build.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Store } from '../store/store.ts';
import type { Configuration } from './configuration.ts';
import {
  describeListenError,
  formatLocalUrl,
  missingBuildMessage,
  StartError,
} from './startup-messages.ts';

/**
 * A listening server. It serves cached pages, files and health checks; other requests wait for the
 * application.
 */
export interface ListeningServer extends StartedMetrics {
  server: Server;
  site: SiteHandler;
  /** Address for a browser on the same machine. */
  localUrl: string;
  readiness: Readiness;
  /** Rate limits, shared by all applications of this server. */
  postLimits: PostLimits;
  /** Sets the store of the metrics. */
  setStore: (store: Store) => void;
  /** Sets the application, which also serves requests that waited for the first one. */
  serve: (app: Hono) => void;
}

interface StartedMetrics {
  metrics?: Metrics | undefined;
  metricsServer?: Server | undefined;
}

/**
 * Loads the site and listens. Throws `StartError` if the site is missing or the server cannot
 * listen.
 */
export async function listen(configuration: Configuration): Promise<ListeningServer> {
  const { settings, log } = configuration;
  const server = createLimitedServer();
  const site = await loadSite(configuration, server);
  const readiness = new Readiness(log);
  const store = Promise.withResolvers<Store>();
  const firstApp = Promise.withResolvers<Hono>();
  let currentApp: Hono | undefined;
  const { metrics, metricsServer } = await startMetrics(configuration, readiness, store.promise);

  const { publicUrl } = settings;
  const listenerOptions = { site, publicUrl, readiness, log, metrics };
  server.on(
    'request',
    createRequestListener(() => currentApp ?? firstApp.promise, listenerOptions),
  );
  const localUrl = await startListening(server, configuration);

  return {
    server,
    site,
    localUrl,
    readiness,
    postLimits: createPostLimits(settings.rateLimits, log),
    metrics,
    metricsServer,
    setStore: store.resolve,
    serve(app) {
      currentApp = app;
      firstApp.resolve(app);
    },
  };
}

/** Listens, and resolves to the local URL. */
async function startListening(server: Server, { settings, log }: Configuration): Promise<string> {
  const { host, port } = settings;
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw new StartError(describeListenError(error as Error, 'PORT', host, port));
  }
  server.on('error', (error) => logFailedAccept(log, error));
  return formatLocalUrl(host, (server.address() as AddressInfo).port);
}

const logFailedAccept = (log: Logger, err: Error) =>
  log.error({ err }, 'Cannot accept connections. Check the open file limit of this process.');

async function loadSite(configuration: Configuration, server: Server): Promise<SiteHandler> {
  const { settings, isDevelopment, mailFolder, clock, log } = configuration;
  const { publicUrl, retentionMonths } = settings;
  const options = { publicUrl, retentionMonths, clock };
  if (isDevelopment) {
    const { createDevSiteHandler } = await import('../http/development/development-site.ts');
    return createDevSiteHandler(server, options, mailFolder);
  }
  const { createSiteHandler, loadSiteBundle } = await import('../http/pages/site-build.ts');
  const bundle = await loadSiteBundle('dist');
  if (!bundle) throw new StartError(missingBuildMessage);
  return createSiteHandler('dist', bundle, options, (err) =>
    log.error({ err }, 'A page could not be rendered or compressed'),
  );
}

/**
 * Starts the server of the metrics. If their address is not available, warns and serves the site
 * without them.
 */
async function startMetrics(
  { settings, destinations, clock, log }: Configuration,
  readiness: Readiness,
  store: Promise<Store>,
): Promise<StartedMetrics> {
  const { metricsHost, metricsPort } = settings;
  if (metricsPort === undefined) return {};
  const { createMetrics, createMetricsServer } = await import('../observability/metrics.ts');
  const getFailures = () => readiness.getFailures();
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

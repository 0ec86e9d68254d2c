import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Settings } from '../config/settings.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { rejectAmbiguousRequests } from './lifecycle/http-limits.ts';
import { measureRequests } from './measure-requests.ts';
import type { SiteHandler } from './pages/site.ts';
import { warnAboutProxies } from './rate-limit/client-network.ts';
import { createRequestIds, identifyRequests } from './request-id.ts';
import { createBadRequest, createRequestErrorHandler } from './security-headers.ts';

interface PipelineOptions {
  site: Pick<SiteHandler, 'policy' | 'middleware'>;
  settings: Pick<Settings, 'publicUrl' | 'trustedHops' | 'rateLimits'>;
  metrics: Metrics | undefined;
  log: Log;
}

/** Wraps the app in what applies to all requests, including those that the page cache answers. */
export function createRequestPipeline(
  app: Pick<Hono, 'fetch'>,
  { site, settings, metrics, log }: PipelineOptions,
): RequestListener {
  const { policy, middleware } = site;
  const { publicUrl, trustedHops, rateLimits } = settings;
  const badRequest = createBadRequest(policy, publicUrl);
  const appListener = getRequestListener((request, env) => app.fetch(request, env), {
    errorHandler: createRequestErrorHandler(badRequest),
  });
  const getRequestId = createRequestIds(trustedHops);
  const pages = middleware(identifyRequests(appListener, getRequestId), getRequestId);
  const requests = rejectAmbiguousRequests(
    pages,
    identifyRequests((_request, response) => {
      response.writeHead(400, badRequest.headers).end(badRequest.text);
    }, getRequestId),
  );
  const listener = rateLimits.length ? warnAboutProxies(requests, { trustedHops, log }) : requests;
  return metrics ? measureRequests(listener, metrics.requestEnded) : listener;
}

import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Settings } from '../config/settings.ts';
import type { Metrics } from '../observability/metrics.ts';
import { rejectAmbiguousRequests } from './lifecycle/http-limits.ts';
import { measureRequests } from './measure-requests.ts';
import type { SiteHandler } from './pages/site.ts';
import { createRequestIds, identifyRequests } from './request-id.ts';
import { createBadRequest, createRequestErrorHandler } from './security-headers.ts';

interface PipelineOptions {
  site: Pick<SiteHandler, 'policy' | 'middleware'>;
  settings: Pick<Settings, 'publicUrl' | 'trustedHops'>;
  metrics: Metrics | undefined;
}

/** Wraps the app in what applies to all requests, including those that the page cache answers. */
export function createRequestPipeline(
  app: Pick<Hono, 'fetch'>,
  { site, settings, metrics }: PipelineOptions,
): RequestListener {
  const { policy, middleware } = site;
  const { publicUrl, trustedHops } = settings;
  const badRequest = createBadRequest(policy, publicUrl);
  const appListener = getRequestListener((request, env) => app.fetch(request, env), {
    errorHandler: createRequestErrorHandler(badRequest),
  });
  const getRequestId = createRequestIds(trustedHops);
  const pages = middleware(identifyRequests(appListener, getRequestId), getRequestId);
  const listener = rejectAmbiguousRequests(
    pages,
    identifyRequests((_request, response) => {
      response.writeHead(400, badRequest.headers).end(badRequest.text);
    }, getRequestId),
  );
  return metrics ? measureRequests(listener, metrics.requestEnded) : listener;
}

import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Settings } from '../config/settings.ts';
import type { Metrics } from '../observability/metrics.ts';
import { rejectAmbiguousRequests } from './lifecycle/http-limits.ts';
import { measureRequests } from './measure-requests.ts';
import type { SiteHandler } from './pages/site.ts';
import { createBadRequest, createRequestErrorHandler } from './security-headers.ts';

interface PipelineOptions {
  site: Pick<SiteHandler, 'policy' | 'middleware'>;
  settings: Pick<Settings, 'publicUrl'>;
  metrics: Metrics | undefined;
}

/** Wraps the app in what applies to all requests, including those that the page cache answers. */
export function createRequestPipeline(
  app: Pick<Hono, 'fetch'>,
  { site, settings, metrics }: PipelineOptions,
): RequestListener {
  const badRequest = createBadRequest(site.policy, settings.publicUrl);
  const appListener = getRequestListener((request, env) => app.fetch(request, env), {
    errorHandler: createRequestErrorHandler(badRequest),
  });
  const listener = rejectAmbiguousRequests(site.middleware(appListener), (_request, response) => {
    response.writeHead(400, badRequest.headers).end(badRequest.text);
  });
  return metrics ? measureRequests(listener, metrics.requestEnded) : listener;
}

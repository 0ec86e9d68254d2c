import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

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

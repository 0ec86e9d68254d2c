import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MeasuredRequest, Route } from '../observability/metrics.ts';

/** Calls `observe` when the response has ended. */
export function measureRequest(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  observe: (request: MeasuredRequest) => void,
): void {
  const startedMs = performance.now();
  response.once('close', () => {
    const { statusCode: status } = response;
    const route = classifyRoute(method, url, status);
    const seconds = (performance.now() - startedMs) / 1000;
    observe({ route, status, isAborted: !response.writableFinished, seconds });
  });
}

/** Maps a request to its route label. `url`: the request target with its query. */
export function classifyRoute(method: string | undefined, url: string, status: number): Route {
  const [pathname = ''] = url.split('?');
  if (pathname === '/api/contact-form') return 'contact_call';
  if (method === 'POST' && pathname.toLowerCase() === '/contact') return 'contact_form';
  if (pathname === '/healthz' || pathname === '/readyz') return 'health';
  if (status === 400 || status === 404 || status === 405) return 'none';
  if (pathname.startsWith('/follow-up/')) return 'follow_up';
  return /\.[a-z\d]+$/i.test(pathname) ? 'file' : 'page';
}

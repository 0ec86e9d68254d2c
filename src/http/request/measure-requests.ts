import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LimitedLog, limitLog, type Log } from '../../log/limit-log.ts';
import type { MeasuredRequest, Route } from '../../observability/metrics.ts';
import { minuteMs } from '../../text/format-time.ts';
import { isContact } from '../paths.ts';

/** Maximum time for which a request may block all others without a log line. */
const maxBlockedMs = 1000;

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

/**
 * Creates a log of requests that block the event loop, at most one a minute. `monotonic` is in
 * milliseconds.
 */
export const createBlockingLog = (log: Log, monotonic: () => number): LimitedLog =>
  limitLog(log, { maxLines: 1, periodMs: minuteMs, monotonic });

/**
 * Logs a request if it blocked the event loop for too long (`blockedMs`), once its response has
 * ended.
 */
export function logIfBlocking(
  log: LimitedLog,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  { blockedMs, bodyBytes }: { blockedMs: number; bodyBytes: number },
): void {
  if (blockedMs <= maxBlockedMs) return;
  response.once('close', () => {
    // Undefined if the client disconnected before the response.
    const status = response.headersSent ? response.statusCode : undefined;
    const route = classifyRoute(method, url, response.statusCode);
    const fields = { route, method, status, bodyBytes, blockedMs: Math.round(blockedMs) };
    log.warn(fields, 'A request blocked the event loop');
  });
}

/** Maps a request to its route label. `url`: the request target with its query. */
export function classifyRoute(method: string | undefined, url: string, status: number): Route {
  const [pathname = ''] = url.split('?');
  if (pathname === '/api/contact-form') return 'contact_call';
  if (method === 'POST' && isContact(pathname)) return 'contact_form';
  if (pathname === '/healthz' || pathname === '/readyz') return 'health';
  if (status === 400 || status === 404 || status === 405) return 'none';
  if (pathname.startsWith('/follow-up/')) return 'follow_up';
  return /\.[a-z\d]+$/i.test(pathname) ? 'file' : 'page';
}

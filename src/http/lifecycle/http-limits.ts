import { readFileSync } from 'node:fs';
import type { RequestListener, Server, ServerOptions } from 'node:http';

/**
 * What one connection may take, for `createServer`. A request has to come at 2 KB a second or more.
 * Idle connections stay for longer than the 60 s after which proxies let go of theirs, so that no
 * proxy sends a request into one that closes.
 */
export const httpLimits: ServerOptions = {
  maxHeaderSize: 8 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
};

/**
 * As many as files may be open, without those of the store, the mail server and the webhook;
 * undefined where there is no /proc.
 */
export function mostConnections(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const openFiles = /^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity;
    return Math.min(Math.max(Number(openFiles) - 64, 16), 10_000);
  } catch {
    return undefined;
  }
}

const clearEveryMs = 1000;

export interface ConnectionLimits {
  maxConnections?: number | undefined;
  /** How long a client may take nothing of an answer. */
  stalledAnswerMs?: number;
}

/**
 * Holds what all clients together may take. Idle connections make way before there are too many;
 * beyond `maxConnections`, new ones are closed at once.
 */
export function limitConnections(
  server: Server,
  { maxConnections = 10_000, stalledAnswerMs = 30_000 }: ConnectionLimits = {},
): void {
  server.maxConnections = maxConnections;
  server.setTimeout(stalledAnswerMs);
  let open = 0;
  let clearedAt = -Infinity;
  // Before Node's own listener, or the new connection itself would be an idle one.
  server.prependListener('connection', (socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (open >= maxConnections * 0.9) makeWay();
  });
  // Once there are too many, new ones come to nobody's ears but this.
  server.on('drop', makeWay);

  function makeWay() {
    if (performance.now() - clearedAt < clearEveryMs) return;
    clearedAt = performance.now();
    server.closeIdleConnections();
  }
}

/**
 * Refuses what Node lets pass, but another server on the way may have read differently
 * (RFC 9112, 3.2 and 6.1): several hosts, a coding of the body other than chunked, an old version.
 */
export function refuseAmbiguous(
  listener: RequestListener,
  refusal: { headers: Record<string, string>; text: string },
): RequestListener {
  return (request, response) => {
    const { httpVersion, rawHeaders } = request;
    const coding = request.headers['transfer-encoding']?.toLowerCase();
    const isClear =
      (coding === undefined ? /^1\.[01]$/.test(httpVersion) : httpVersion === '1.1') &&
      (coding === undefined || coding === 'chunked') &&
      rawHeaders.filter(isHostName).length <= 1;
    if (isClear) return listener(request, response);
    response.writeHead(400, refusal.headers).end(refusal.text);
  };
}

/** Names and values of raw headers take turns. */
const isHostName = (text: string, index: number) =>
  index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';

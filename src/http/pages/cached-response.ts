import type { IncomingMessage, RequestListener } from 'node:http';
import { answerTo, type Representation } from './negotiate.ts';

/** Names and addresses that are the same in every URL parser. */
const plainHost = /^[a-z0-9._-]+(:[1-5]?\d{4})?$/;

/**
 * Answers GET and HEAD of what is held in memory, straight from Node's request: by way of the Fetch
 * standard and a router, six answers take as long as ten do here. `headers` are those of
 * every answer. Whatever is not plainly such a request goes on to `listener`.
 */
export function answerHeld(
  find: (path: string) => Representation | undefined,
  headers: Record<string, string>,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const held = isPlain(request) ? find(request.url ?? '') : undefined;
    if (!held) return listener(request, response);
    const header = (name: string) => request.headers[name] as string | undefined;
    const answer = answerTo(header, held);
    response.writeHead(answer.status, { ...headers, ...answer.headers });
    response.end(answer.body);
  };
}

function isPlain({ method, headers }: IncomingMessage) {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    plainHost.test(headers.host ?? '')
  );
}

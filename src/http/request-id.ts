import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { requestIds } from '../observability/log.ts';

export type GetRequestId = (request: IncomingMessage) => string;

/** Creates the function that chooses a request's id: its own, if a trusted proxy set one, or a new one. */
export const createRequestIds =
  (trustedHops: number): GetRequestId =>
  ({ headers }) => {
    const sent = trustedHops > 0 ? headers['x-request-id'] : undefined;
    return typeof sent === 'string' && /^[\w-]{1,64}$/.test(sent) ? sent : randomUUID();
  };

/** Adds the request's id to the response and the log lines of `listener`. */
export const identifyRequests =
  (listener: RequestListener, getRequestId: GetRequestId): RequestListener =>
  (request, response) => {
    const id = getRequestId(request);
    response.setHeader('x-request-id', id);
    requestIds.run(id, listener, request, response);
  };

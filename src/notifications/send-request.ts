import type { IncomingMessage, RequestOptions } from 'node:http';
import { DeliveryError, toDeliveryError } from './sender.ts';

/** Maximum length to which the body of a response is read. */
const maxBodyLength = 200;

export interface DestinationResponse {
  status: number;
  /** Beginning of the body if the status is an error; otherwise empty. */
  responseBody: string;
}

/**
 * Sends a request to a destination, and reads at most the beginning of the body of the response.
 * Throws `DeliveryError`.
 */
export async function sendRequest(
  url: URL,
  timeoutMs: number,
  options: RequestOptions,
  body = '',
): Promise<DestinationResponse> {
  const request = await loadRequest(url);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signals = [timeout];
  if (options.signal) signals.push(options.signal);
  const signal = AbortSignal.any(signals);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      // No keep-alive: the receiver may close an idle connection just as it is reused.
      const requestOptions = { ...options, signal, agent: false };
      request(url, requestOptions, resolve).on('error', reject).end(body);
    });
    const status = response.statusCode ?? 0;
    const responseBody = status >= 400 ? await readBeginning(response) : '';
    // A destroyed response emits an error.
    response.on('error', () => undefined);
    response.destroy();
    return { status, responseBody };
  } catch (error) {
    throw timeout.aborted ? new DeliveryError('ETIMEDOUT') : toDeliveryError(error);
  }
}

/** Loads TLS only for https, because it takes 1.5 MB. */
async function loadRequest({ protocol }: URL) {
  if (protocol === 'https:') return (await import('node:https')).request;
  return (await import('node:http')).request;
}

/** Reads the beginning of a body; if the connection fails, returns what has arrived. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length >= maxBodyLength) break;
    }
  } catch {
    // The status is enough.
  }
  return text.slice(0, maxBodyLength).trim();
}

import type { IncomingMessage, RequestOptions } from 'node:http';
import { DeliveryError, toDeliveryError } from './sender.ts';

/** Maximum length of the beginning of a response's body. */
const maxBodyLength = 200;

export interface DestinationResponse {
  status: number;
  /** Beginning of the body of an error; empty for another status. */
  responseBody: string;
}

/**
 * Sends a request to a destination, and reads at most the beginning of the response's body. Throws
 * `DeliveryError`.
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
    // A response that is destroyed emits an error.
    response.on('error', () => undefined);
    response.destroy();
    return { status, responseBody };
  } catch (error) {
    throw timeout.aborted ? new DeliveryError('ETIMEDOUT') : toDeliveryError(error);
  }
}

/** Loads TLS, which takes 1.5 MB, only for https. */
async function loadRequest({ protocol }: URL) {
  if (protocol === 'https:') return (await import('node:https')).request;
  return (await import('node:http')).request;
}

/** Reads the beginning of a body; what has arrived, if the connection fails. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length >= maxBodyLength) break;
    }
  } catch {
    // The status says enough.
  }
  return text.slice(0, maxBodyLength).trim();
}

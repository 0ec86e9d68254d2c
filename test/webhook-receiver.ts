import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  body: string;
  url: string | undefined;
}

/** A webhook's receiver on this machine for this test; it answers 204 unless told. */
export async function startWebhookReceiver(
  answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end(),
) {
  const messages: ReceivedMessage[] = [];
  const receiver = createServer(async (request, response) => {
    const body = await text(request);
    messages.push({ headers: request.headers, body, url: request.url });
    answer(response);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => {
    receiver.close();
    receiver.closeAllConnections();
  });
  const { port } = receiver.address() as AddressInfo;
  return { messages, port, url: new URL(`http://127.0.0.1:${port}/hook`) };
}

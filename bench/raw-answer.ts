import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

const ofConnection = ['date', 'connection', 'keep-alive'];

/** What a server answers, as it is sent: `fetch` would decode it. */
export async function rawAnswer(url: string, headers: Record<string, string>) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
  const kept = Object.entries(answer.headers).filter(([name]) => !ofConnection.includes(name));
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(kept) as IncomingHttpHeaders & Record<string, string>,
    body: await buffer(answer),
  };
}

import { createServer } from 'node:http';
import { listen } from './own-site.ts';
import { rawAnswer } from './raw-answer.ts';

/**
 * What Node's own HTTP server can do at most: answers every request with the same status, headers
 * and bytes, those of `node bench/bare-http.ts URL ACCEPT-ENCODING`. Prints its origin.
 */
const [url = '', acceptEncoding = ''] = process.argv.slice(2);
const { status, headers, body } = await rawAnswer(url, { 'accept-encoding': acceptEncoding });

const server = createServer((_, response) => {
  response.writeHead(status, headers);
  response.end(body);
});
console.log(await listen(server));

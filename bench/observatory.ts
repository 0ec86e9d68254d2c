import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer, setDefaultCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { startServer } from '../test/start-server.ts';

/**
 * The score of MDN's HTTP Observatory for the answers of this server behind TLS, without asking
 * anybody: `npx node bench/observatory.ts FOLDER`, where FOLDER is one that
 * `npm install --ignore-scripts @mdn/mdn-http-observatory@1.4.8` was run in. It is no dependency of
 * the project, because it would bring 230 packages.
 */
const [observatory = '.'] = process.argv.slice(2);
const observatoryFolder = path.join(observatory, 'node_modules/@mdn/mdn-http-observatory');
const load = (file: string) =>
  import(pathToFileURL(path.resolve(observatoryFolder, 'src', file)).href);

// Its install script would fetch browsers' preload list; no host of ours is on it.
const preloadList = path.join(observatoryFolder, 'conf/hsts-preload.json');
if (!existsSync(preloadList)) writeFileSync(preloadList, '{}');

const folder = mkdtempSync(path.join(tmpdir(), 'observatory-'));
const { key, cert } = createCertificate();
setDefaultCACertificates([cert.toString()]);

const server = startServer({ DATA_DIR: folder, PUBLIC_URL: 'https://localhost' });
const { port } = new URL(await server.url);
const https = createTlsServer({ key, cert }, (socket) => {
  const inner = connect(Number(port), '127.0.0.1');
  socket.pipe(inner).pipe(socket);
  for (const end of [socket, inner]) end.on('error', () => socket.destroy());
});
const httpsPort = await listen(https);
const http = createServer((_, response) => {
  response.writeHead(301, { location: `https://localhost:${httpsPort}/` }).end();
});
const httpPort = await listen(http);

const [{ retrieve }, { ALL_TESTS }, grader] = await Promise.all([
  load('retriever/retriever.js'),
  load('constants.js'),
  load('grader/grader.js'),
]);
const answers = await retrieve('localhost', { httpPort, httpsPort });
const results: { result: string; modifier: number }[] = ALL_TESTS.map(
  (test: (of: unknown) => { result: string }) => {
    const { result } = test(answers);
    return { result, modifier: grader.getScoreModifier(result) };
  },
);
console.table(results);
const score = results.reduce((sum, { modifier }) => sum + modifier, 100);
console.log(`Score ${score}, grade ${grader.getGradeForScore(score).grade}`);

server.kill('SIGTERM');
await server.exited;
rmSync(folder, { recursive: true });
process.exit();

function createCertificate() {
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost'.split(' '),
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', certFile],
    ],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(keyFile), cert: readFileSync(certFile) };
}

async function listen(listener: Server) {
  await new Promise<void>((resolve) => listener.listen(0, 'localhost', resolve));
  return (listener.address() as AddressInfo).port;
}

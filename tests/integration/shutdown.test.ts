import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { freePort } from '../../tools/start-server.ts';
import { isListening } from '../fixtures/installed-programs.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { parseStatuses } from '../fixtures/raw-request.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { settingsFor, temporaryFile, temporaryStore } from '../fixtures/temporary-store.ts';

const throwOnSignal = path.resolve(import.meta.dirname, 'throw-on-signal.ts');

async function start(settings: Record<string, string> = {}) {
  const server = startTestServer(settings);
  return { server, port: Number(new URL(await server.url).port) };
}

/** Opens a keep-alive connection, as a reverse proxy does. */
async function keepOpen(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const closed = once(socket, 'close');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('error', () => undefined).on('data', (chunk) => (text += String(chunk)));
  await once(socket, 'connect');
  return { write: (bytes: string) => socket.write(bytes), text: () => text, closed };
}

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('a server that shuts down', () => {
  it('answers requests on open connections, with Connection: close', async () => {
    const { server, port } = await start();
    const connection = await keepOpen(port);
    connection.write(get);
    await expect.poll(() => connection.text()).toContain('</html>');
    expect(connection.text()).not.toMatch(/^connection: close/im);

    server.kill('SIGTERM');
    await expect.poll(() => isListening(port)).toBe(false);
    connection.write(get);
    await connection.closed;
    expect(parseStatuses(connection.text())).toEqual([200, 200]);
    expect(connection.text()).toMatch(/^connection: close/im);
    expect(await server.exited).toBe(0);
  });

  it('answers them, too, while it still waits for its database', async () => {
    const port = await freePort();
    const databaseUrl = `postgres://127.0.0.1:${await freePort()}/inquiries`;
    const server = startTestServer({ DATABASE_URL: databaseUrl, PORT: String(port) });
    await expect.poll(server.output).toMatch(/ECONNREFUSED.*Check that the database runs/);
    const connection = await keepOpen(port);
    connection.write(get);
    await expect.poll(() => connection.text()).toContain('</html>');

    server.kill('SIGTERM');
    await expect.poll(() => isListening(port)).toBe(false);
    connection.write(get);
    await connection.closed;
    expect(parseStatuses(connection.text())).toEqual([200, 200]);
    expect(await server.exited).toBe(0);
    expect(server.output()).toContain('The server has stopped');
  });

  it('exits at once on a second signal, of either kind', async () => {
    const { server, port } = await start();
    const connection = await keepOpen(port);
    connection.write('POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n');
    server.kill('SIGTERM');
    await expect.poll(() => isListening(port)).toBe(false);
    server.kill('SIGINT');
    expect(await server.exited).toBe('SIGINT');
  });
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a server that is still starting ends on %s',
  async (signal) => {
    const server = startTestServer();
    await expect.poll(server.output).toContain('The server is starting');
    server.kill(signal);
    expect(await server.exited).toBe(0);
  },
);

it.skipIf(process.platform === 'win32')(
  'npm start ends its server when SIGTERM ends npm and its shell',
  async () => {
    const port = await freePort();
    // npm sends the signal to its shell, which leaves what it runs. The second command keeps the shell.
    const shell = spawn('sh', ['-c', `"${process.execPath}" bin/serve.js && true`], {
      env: {
        ...settingsFor(temporaryFile()),
        PATH: process.env['PATH'],
        PORT: String(port),
        npm_lifecycle_event: 'start',
      },
    });
    onTestFinished(() => void shell.kill('SIGKILL'));
    await expect.poll(() => isListening(port)).toBe(true);
    shell.kill('SIGTERM');
    await expect.poll(() => isListening(port), { timeout: 10_000 }).toBe(false);
  },
);

it.each([
  ['exception', 'SIGUSR2'],
  ['rejection', 'SIGWINCH'],
] as const)(
  'an uncaught %s exits with code 1, without its message in the log',
  async (_, signal) => {
    const location = temporaryFile();
    const settings = { ...settingsFor(location), NODE_OPTIONS: `--import=${throwOnSignal}` };
    const { server } = await start(settings);
    expect((await postInquiry(await server.url)).status).toBe(201);
    server.kill(signal);
    expect(await server.exited).toBe(1);
    expect(server.output()).toMatch(/"level":60.*"stack":" +at .*throw-on-signal/);
    expect(server.output()).toContain('Uncaught exception: the server is shutting down');
    expect(server.output()).not.toMatch(/Ada|Lovelace|analytical/);
    const { store } = await temporaryStore({ location });
    expect(await listInquiries(store)).toHaveLength(1);
  },
);

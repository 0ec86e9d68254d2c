import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { contact } from '../../src/content/contact.ts';
import { firm } from '../../src/content/firm.ts';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { listDeliveries } from '../../src/store/outbox/list-deliveries.ts';
import { saveSharedValue } from '../../src/store/shared-values.ts';
import { formatPlural } from '../../src/text/format-number.ts';
import { freePort } from '../../tools/start-server.ts';
import { webhookSecret } from '../fixtures/destinations.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { storeInquiry } from '../fixtures/store-inquiry.ts';
import { settingsFor, temporaryStore } from '../fixtures/temporary-store.ts';

async function start(settings: Record<string, string> = {}) {
  const port = String(await freePort());
  const server = startTestServer({ METRICS_PORT: port, ...settings });
  return { server, url: await server.url, port };
}

it('a server is not ready during STOP_DELAY_MS, while it still accepts requests', async () => {
  const { server, url } = await start({ STOP_DELAY_MS: '60000' });
  server.kill('SIGTERM');
  const readiness = async () => (await fetch(`${url}/readyz`)).json();
  await expect.poll(readiness).toEqual({ status: 'not ready', failed: ['stopping'] });
  expect((await fetch(`${url}/healthz`)).status).toBe(503);
  expect((await postInquiry(url)).status).toBe(201);
});

it('a server logs once for how long it stood still', async () => {
  const { server } = await start();
  const stoppedAt = performance.now();
  server.kill('SIGSTOP');
  await sleep(7000);
  server.kill('SIGCONT');
  const stoppedSeconds = (performance.now() - stoppedAt) / 1000;
  const find = () => server.output().match(/(?<=The process stood still for )\d+(?= s)/g) ?? [];
  await expect.poll(find).toHaveLength(1);
  expect(Math.abs(Number(find()[0]) - stoppedSeconds)).toBeLessThan(2);
  await sleep(2000);
  expect(find()).toHaveLength(1);
});

describe('metrics', () => {
  it('count what the server does, and contain no personal data', async () => {
    const { url, port } = await start({ RATE_LIMIT: '2/day' });
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await postInquiry(url);
    await postInquiry(url, { email: 'xyzzy' });
    await postInquiry(url, { role: 'Chair' });
    await fetch(`${url}/xyzzy?xyzzy=1`, { method: 'PUT', headers: { 'user-agent': 'xyzzy' } });
    for (const line of [
      'inquiries_refused_total{reason="invalid"} 1',
      'inquiries_refused_total{reason="too_many"} 1',
      'inquiries_http_request_duration_seconds_count{route="contact_call",status="2xx"} 1',
      'inquiries_http_request_duration_seconds_count{route="none",status="4xx"} 1',
      'inquiries_ready 1',
    ])
      await expect
        .poll(read, { message: line })
        .toMatch(new RegExp(`^${RegExp.escape(line)}$`, 'm'));
    expect(await read()).toMatch(/^process_resident_memory_bytes \d/m);
    expect(await read()).not.toMatch(/xyzzy|lovelace|127\.0\.0\.1/i);
  });

  it('are in the Prometheus text format, only on METRICS_HOST and its port, until the stop', async () => {
    const { server, url, port } = await start();
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
    const response = await at('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await at('/metrics', { method: 'HEAD' })).status).toBe(200);
    expect((await at('/')).status).toBe(404);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow();
    const open = await start({ METRICS_HOST: '0.0.0.0' });
    expect((await fetch(`http://127.0.0.2:${open.port}/metrics`)).status).toBe(200);
    await server.stop();
    await expect(at('/metrics')).rejects.toThrow();
  });

  it('are left out with a warning if another process uses the port, and the site is served', async () => {
    const { port } = await start();
    const { server, url } = await start({ METRICS_PORT: port });
    expect((await postInquiry(url)).status).toBe(201);
    expect(server.output()).toContain(
      `"msg":"The site is served without metrics. Port ${port} on 127.0.0.1 is in use. Stop the process that uses it, or set METRICS_PORT to another port."`,
    );
  });
});

it('a server that cannot accept a connection goes on, for metrics as for pages', async () => {
  const { server, url, port } = await start({ NODE_OPTIONS: failAccepts });
  for (const address of [url, `http://127.0.0.1:${port}/metrics`]) {
    expect((await fetch(address)).status).toBe(200);
  }
  const lines = server.output().match(/"code":"EMFILE".*Cannot accept connections/g);
  expect(lines).toHaveLength(2);
  await server.stop();
});

/** Option of Node with which accepting a connection also fails once, as at the open file limit. */
const failAccepts = `--import=data:text/javascript,${encodeURIComponent(`
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' });
    this.once('connection', () => this.emit('error', error));
    return listen.apply(this, args);
  };
`)}`;

it('retention deletes expired inquiries, tells the webhook, and the contact page names the same period', async () => {
  const { store, location } = await temporaryStore();
  // The last one tells that the clock did not jump.
  for (const months of [8, 5, 0]) {
    await storeInquiry(store, {}, { at: Date.now() - months * 31 * 24 * 60 * 60 * 1000 });
  }
  // As a server that ran until now.
  const clock = { seenAt: new Date().toISOString() };
  await saveSharedValue(store, 'clock', JSON.stringify(clock));
  const { server, url } = await start({
    ...settingsFor(location),
    RETENTION_MONTHS: '6',
    WEBHOOK_URL: 'http://127.0.0.1:9/',
    WEBHOOK_SECRET: webhookSecret,
  });
  await expect.poll(async () => (await listInquiries(store)).length).toBe(2);
  expect(await listDeliveries(store)).toMatchObject([{ kind: 'deleted', state: 'waiting' }]);
  expect(await (await fetch(`${url}/contact`)).text()).toContain(
    formatPlural(firm, contact.form.privacy.retention.months, 6),
  );
  await server.stop();
  expect(server.output()).not.toMatch(/Lovelace/);
});

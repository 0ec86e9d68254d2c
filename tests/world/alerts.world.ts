import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../tools/start-server.ts';
import { runCommand, toWebhook } from '../fixtures/command-line.ts';
import { emptyIndex } from '../fixtures/damage-store.ts';
import { readDocumentedFile } from '../fixtures/documented-files.ts';
import { isInstalled, isListening, startProgram } from '../fixtures/installed-programs.ts';
import { listen } from '../fixtures/listen.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { longEnough } from '../fixtures/sample-inquiry.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { storeInquiry } from '../fixtures/store-inquiry.ts';
import {
  settingsFor,
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../fixtures/webhook-receiver.ts';

const rules = readFileSync('deploy/alerts.yml', 'utf8');
const rulePattern = /- alert: (\w+)[^]*?severity: (\w+)/g;
const alerts = [...rules.matchAll(rulePattern)].map(([, name = '', severity]) => ({
  name,
  severity,
}));
const expected: Told = {
  byMail: alerts.map(({ name }) => name).sort(),
  byWebhook: alerts
    .filter(({ severity }) => severity === 'critical')
    .map(({ name }) => name)
    .sort(),
};

const units = { s: 1, m: 60, h: 3600 };

/** Shortens all durations of rules and configurations: a minute becomes a second. */
const shorten = (text: string) =>
  text.replace(/\b(\d+)([smh])\b/g, (_, count: string, unit: keyof typeof units) => {
    const seconds = Number(count) * units[unit];
    // Prometheus takes no fractions.
    return `${Math.round((seconds * 1000) / 60)}ms`;
  });

const weekMs = 7 * 24 * 3600_000;

interface State {
  begin: () => unknown;
  end: () => unknown;
}

const hasPrograms = isInstalled('prometheus') && isInstalled('prometheus-alertmanager');

describe.skipIf(!hasPrograms)('Prometheus and Alertmanager', () => {
  it('tell of each alert when it begins and ends, by e-mail, and of critical ones by webhook', async () => {
    const damaged = await startDamagedSite();
    const down = await startStoppedSite();
    const unavailable = await startSiteOnStoppedDatabase();
    const idle = await startIdleSite();
    const others = await startMetrics();
    const sites = [damaged, down, unavailable, idle, others];
    const { findBegun, findEnded } = await startMonitoring(sites.map(({ target }) => target));

    for (const { begin } of sites) await begin();
    await expect.poll(findBegun, { timeout: 150_000, interval: 500 }).toEqual(expected);
    for (const { end } of sites) await end();
    // `StoreDamaged` ends after a minute (an hour), and is told up to a minute later (`group_interval`).
    await expect.poll(findEnded, { timeout: 150_000, interval: 500 }).toEqual(expected);
  });
});

/** Starts a server whose metrics are at `target`. */
async function startSite(settings: Record<string, string>) {
  const metricsPort = String(await freePort());
  const all = { ...settings, METRICS_PORT: metricsPort };
  let server = startTestServer(all);
  await server.url;
  let count = 0;
  return {
    target: `127.0.0.1:${metricsPort}`,
    async post() {
      count += 1;
      return (
        await postInquiry(await server.url, { message: longEnough(`Inquiry number ${count}.`) })
      ).status;
    },
    stop: () => server.stop(),
    async start() {
      server = startTestServer(all);
      await server.url;
    },
  };
}

/** `StoreDamaged`, until a backup is restored. */
async function startDamagedSite() {
  const location = temporaryFile();
  // A delivery needs the damaged index.
  const env = { ...settingsFor(location), ...toWebhook };
  const site = await startSite(env);
  expect(await site.post()).toBe(201);
  const copy = path.join(temporaryFolder(), 'copy.sqlite');
  // No backup of today, which would end `BackupMissing` for all.
  const backedUp = await runCommand(['backup', copy], env, Date.now() - weekMs);
  expect(backedUp.exitCode, backedUp.stderr).toBe(0);
  const state: State = {
    async begin() {
      await site.stop();
      emptyIndex(location.file);
      await site.start();
      expect(await site.post()).toBe(503);
    },
    async end() {
      await site.stop();
      const restored = await runCommand(['restore', copy, '--force'], env);
      expect(restored.exitCode, restored.stderr).toBe(0);
      await site.start();
    },
  };
  return { target: site.target, ...state };
}

/** `WebsiteDown`. */
async function startStoppedSite() {
  const site = await startSite(settingsFor(temporaryFile()));
  return { target: site.target, begin: site.stop, end: site.start };
}

/** `WebsiteNotReady` and `InquiriesRefused`, while the database is down. */
async function startSiteOnStoppedDatabase() {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  const site = await startSite({ DATABASE_URL: database.urlOf('postgres') });
  let timer: NodeJS.Timeout | undefined;
  onTestFinished(() => clearInterval(timer));
  const state: State = {
    async begin() {
      await database.stop();
      timer = setInterval(() => void site.post(), 200);
    },
    async end() {
      clearInterval(timer);
      await database.start();
    },
  };
  return { target: site.target, ...state };
}

/** `BackupMissing`, and `InquiriesOverdue` for an inquiry of last week. */
async function startIdleSite() {
  const { store, location } = await temporaryStore({ location: temporaryFile() });
  const id = await storeInquiry(store, {}, { at: Date.now() - weekMs });
  // Without this one, the server would take the week for a jump of the clock.
  await storeInquiry(store);
  const env = settingsFor(location);
  const site = await startSite(env);
  const state: State = {
    begin: () => undefined,
    async end() {
      const backedUp = await runCommand(['backup', temporaryFolder()], env, Date.now);
      expect(backedUp.exitCode, backedUp.stderr).toBe(0);
      const marked = await runCommand(['mark', id, 'declined'], env, Date.now);
      expect(marked.exitCode, marked.stderr).toBe(0);
    },
  };
  return { target: site.target, ...state };
}

/** The other alerts, whose states would take hours or a full disk: a server of metrics alone. */
async function startMetrics() {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  const healthy = `
inquiries_disk_free_bytes 1000
inquiries_disk_floor_bytes 100
inquiries_deliveries_failed{destination="email"} 0
inquiries_deliveries_oldest_waiting_seconds{destination="email"} 0
inquiries_expiry_paused_until_timestamp_seconds 0
`;
  const failing = `
inquiries_disk_free_bytes 999
inquiries_disk_floor_bytes 100
inquiries_deliveries_failed{destination="email"} 1
inquiries_deliveries_oldest_waiting_seconds{destination="email"} 3601
inquiries_expiry_paused_until_timestamp_seconds ${inAnHour}
`;
  let metrics = healthy;
  /** As of a server that is killed before each scrape while it fails. */
  let startedAt = 0;
  const server = createServer((_, response) => {
    if (metrics === failing) startedAt += 1;
    const text = `${metrics}process_start_time_seconds ${startedAt}\n`;
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text);
  });
  const { port } = await listen(server);
  const state: State = {
    begin: () => (metrics = failing),
    end: () => (metrics = healthy),
  };
  return { target: `127.0.0.1:${port}`, ...state };
}

/** Starts both programs as the documents configure them, with shorter durations. */
async function startMonitoring(targets: string[]) {
  const folder = temporaryFolder();
  const [prometheusPort, alertmanagerPort] = [await freePort(), await freePort()];
  const mailServer = await startMailServer();
  const receiver = await startWebhookReceiver((response) => response.writeHead(200).end());

  const smtp = `global: { smtp_smarthost: '127.0.0.1:${mailServer.address.port}', smtp_require_tls: false, smtp_from: website@example.com }`;
  const alertmanager = readDocumentedFile('docs/deploy.md', '/etc/prometheus/alertmanager.yml')
    .replace(/^global: .*/, smtp)
    .replace('https://pager.example.com/hook', receiver.url.href)
    .replace('group_by:', 'group_wait: 0s\n  group_interval: 1s\n  group_by:');
  const alerting = readDocumentedFile('docs/deploy.md', '/etc/prometheus/prometheus.yml');
  const prometheus = readDocumentedFile('docs/operate.md', '/etc/prometheus/prometheus.yml');
  const configuration = shorten(prometheus + alerting)
    // A quarter of a second is too short for a scrape.
    .replaceAll('250ms', '500ms')
    .replace('/etc/prometheus/rules/*.yml', `${folder}/rules.yml`)
    .replace("'127.0.0.1:9464'", targets.join())
    .replace('127.0.0.1:9093', `127.0.0.1:${alertmanagerPort}`);
  writeFileSync(`${folder}/rules.yml`, shorten(rules));
  writeFileSync(`${folder}/alertmanager.yml`, alertmanager);
  writeFileSync(`${folder}/prometheus.yml`, configuration);

  startProgram('prometheus-alertmanager', [
    `--config.file=${folder}/alertmanager.yml`,
    `--storage.path=${folder}/alertmanager`,
    `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
    '--cluster.listen-address=',
  ]);
  await expect.poll(() => isListening(alertmanagerPort)).toBe(true);
  startProgram('prometheus', [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
  ]);
  await expect.poll(() => isListening(prometheusPort)).toBe(true);

  const findTold = (status: Status): Told => ({
    byMail: findAlerts(
      mailServer.mails.map(({ read }) => readSubject(read.subject)),
      status,
    ),
    byWebhook: findAlerts(
      receiver.messages.map(({ body }) => readWebhook(body)),
      status,
    ),
  });
  return { findBegun: () => findTold('firing'), findEnded: () => findTold('resolved') };
}

type Status = 'firing' | 'resolved';

interface Notification {
  status: string;
  alert: string;
}

/** Names of alerts, sorted. */
interface Told {
  byMail: string[];
  byWebhook: string[];
}

const findAlerts = (notifications: Notification[], status: Status): string[] => {
  const found = notifications.filter((one) => one.status === status);
  return [...new Set(found.map(({ alert }) => alert))].sort();
};

/** Reads a subject such as `[FIRING:1] WebsiteDown (127.0.0.1:9464 website critical)`. */
function readSubject(subject = ''): Notification {
  const [, status = '', alert = ''] = /^\[(\w+)(?::\d+)?\] (\w+)/.exec(subject) ?? [];
  return { status: status.toLowerCase(), alert };
}

function readWebhook(body: string): Notification {
  const { status, groupLabels } = JSON.parse(body) as {
    status: string;
    groupLabels: { alertname: string };
  };
  return { status, alert: groupLabels.alertname };
}

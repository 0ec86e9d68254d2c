import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../fixtures/command-line.ts';
import {
  awaitSynchronous,
  postgresPrograms,
  startDebianServer,
  startStandby,
} from '../fixtures/debian-postgres.ts';
import { readDocumentedFile } from '../fixtures/documented-files.ts';
import { isInstalled } from '../fixtures/installed-programs.ts';
import { startPatroniCluster } from '../fixtures/patroni-cluster.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startHaproxy } from '../fixtures/start-haproxy.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { startWebhookReceiver } from '../fixtures/webhook-receiver.ts';

/** Time between two posts, which do not wait for each other. */
const postMs = 100;
/** Time until an administrator, or what watches the primary, promotes the standby. */
const reactionMs = 5000;
/** Posts continue until none was refused for this time. */
const quietMs = 10_000;
const maxRefusedMs = 30_000;
/** The server closes a connection that is idle for 30 s. */
const maxAnswerMs = 28_000;

/** The database behind HAProxy. */
interface Cluster {
  databaseUrl: string;
  /** Lets the primary fail. Resolves once another one is the primary. */
  failOver: () => Promise<void>;
}

/** HAProxy ends the connections to a server that it marks as down. */
const endsSessions = 'on-marked-down shutdown-sessions';

/** Two servers, and an administrator who promotes the standby and tells HAProxy. */
async function startTwoServers(serverOptions = endsSessions) {
  const primary = await startDebianServer({ synchronous_standby_names: 'standby' });
  const standby = await startStandby(primary, 'standby');
  await awaitSynchronous(primary, 'standby');
  await primary.execute(...createDatabase);
  const haproxy = await startHaproxy(`listen postgres
  bind *
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  default-server inter 1s ${serverOptions}
  server a 127.0.0.1:${primary.port} check
  server b 127.0.0.1:${standby.port} check disabled
`);
  const useStandby = async () => {
    await haproxy.command('set server postgres/a state maint');
    await haproxy.command('set server postgres/b state ready');
  };
  return { databaseUrl: createUrl(haproxy.port), primary, standby, useStandby };
}

/** Three servers under Patroni and HAProxy, with the settings of docs/deploy.md. */
async function startPatroni() {
  const patroni = await startPatroniCluster(
    readDocumentedFile('docs/deploy.md', '/tmp/patroni.yml'),
  );
  await patroni.execute(...createDatabase);
  let section = readDocumentedFile('docs/deploy.md', '/etc/haproxy/haproxy.cfg');
  for (const { name, port, restPort } of patroni.members) {
    const server = new RegExp(`(server ${name}) .*`);
    section = section.replace(server, `$1 127.0.0.1:${port} check port ${restPort}`);
  }
  const haproxy = await startHaproxy(section);
  await expect.poll(haproxy.countUp).toBe(1);
  const findPrimary = async () => {
    const name = await patroni.findName('Leader');
    return patroni.members.find((member) => member.name === name);
  };
  const awaitAnother = async (earlier: string | undefined) => {
    const find = async () => (await findPrimary())?.name ?? earlier;
    await expect.poll(find, { timeout: 60_000, interval: 500 }).not.toBe(earlier);
  };
  return { databaseUrl: createUrl(haproxy.port), patroni, findPrimary, awaitAnother };
}

const createDatabase = [
  "create role website login password 'secret'",
  "create database inquiries owner website encoding 'UTF8' template template0",
];
const createUrl = (port: number) => `postgres://website:secret@127.0.0.1:${port}/inquiries`;

const failovers: [name: string, start: () => Promise<Cluster>][] = [
  [
    'primary killed, standby promoted by hand',
    async () => {
      const { databaseUrl, primary, standby, useStandby } = await startTwoServers();
      const failOver = async () => {
        primary.signal('SIGKILL');
        await sleep(reactionMs);
        await standby.promote();
        await useStandby();
      };
      return { databaseUrl, failOver };
    },
  ],
  [
    'standby promoted by hand, old primary left running',
    async () => {
      const { databaseUrl, standby, useStandby } = await startTwoServers();
      const failOver = async () => {
        await standby.promote();
        // The commits of the old primary wait for the standby that it has lost.
        await sleep(reactionMs);
        await useStandby();
      };
      return { databaseUrl, failOver };
    },
  ],
  [
    'switchover by hand',
    async () => {
      const { databaseUrl, primary, standby, useStandby } = await startTwoServers();
      const failOver = async () => {
        await primary.stop();
        await standby.promote();
        await useStandby();
      };
      return { databaseUrl, failOver };
    },
  ],
  [
    'primary stands still, connections stay open in silence',
    async () => {
      const { databaseUrl, primary, standby, useStandby } = await startTwoServers('');
      const failOver = async () => {
        // On open connections nothing comes any more, as if a firewall dropped the packets.
        primary.signal('SIGSTOP');
        await sleep(reactionMs);
        await standby.promote();
        await useStandby();
        await sleep(2 * reactionMs);
        primary.signal('SIGCONT');
      };
      return { databaseUrl, failOver };
    },
  ],
  [
    'old primary read-only, connections to it stay open',
    async () => {
      const { databaseUrl, primary, standby, useStandby } = await startTwoServers('');
      const failOver = async () => {
        await primary.execute(
          'alter system set default_transaction_read_only = on',
          'select pg_reload_conf()',
        );
        await sleep(reactionMs);
        await standby.promote();
        await useStandby();
      };
      return { databaseUrl, failOver };
    },
  ],
];

const patroniFailovers: [name: string, start: () => Promise<Cluster>][] = [
  [
    'Patroni: switchover',
    async () => {
      const { databaseUrl, patroni, findPrimary, awaitAnother } = await startPatroni();
      const failOver = async () => {
        const earlier = await findPrimary();
        const candidate = await patroni.findName('Sync Standby');
        await patroni.control(['switchover', '--candidate', String(candidate), '--force']);
        await awaitAnother(earlier?.name);
      };
      return { databaseUrl, failOver };
    },
  ],
  [
    'Patroni: machine of the primary killed',
    async () => {
      const { databaseUrl, findPrimary, awaitAnother } = await startPatroni();
      const failOver = async () => {
        const earlier = await findPrimary();
        earlier?.signal('SIGKILL');
        await awaitAnother(earlier?.name);
      };
      return { databaseUrl, failOver };
    },
  ],
  [
    'Patroni: machine of the primary stands still, and comes back',
    async () => {
      const { databaseUrl, findPrimary, awaitAnother } = await startPatroni();
      const failOver = async () => {
        const earlier = await findPrimary();
        earlier?.signal('SIGSTOP');
        await awaitAnother(earlier?.name);
        await sleep(reactionMs);
        earlier?.signal('SIGCONT');
      };
      return { databaseUrl, failOver };
    },
  ],
  [
    'Patroni stands still on the primary, whose server runs on',
    async () => {
      const { databaseUrl, findPrimary, awaitAnother } = await startPatroni();
      const failOver = async () => {
        const earlier = await findPrimary();
        earlier?.signalPatroni('SIGSTOP');
        await awaitAnother(earlier?.name);
      };
      return { databaseUrl, failOver };
    },
  ],
];

const hasServers = Boolean(postgresPrograms) && isInstalled('haproxy');
const hasPatroni = hasServers && isInstalled('patroni') && isInstalled('etcd');

describe('no acknowledged inquiry is lost or stored twice, and posts are refused for at most 30 s', () => {
  it.skipIf(!hasServers).each(failovers)('%s', postDuringFailover);
  it.skipIf(!hasPatroni).each(patroniFailovers)('%s', postDuringFailover);
});

async function postDuringFailover(name: string, start: () => Promise<Cluster>) {
  const { databaseUrl, failOver } = await start();
  const receiver = await startWebhookReceiver();
  const env = { DATABASE_URL: databaseUrl, ...receiver.settings };
  const server = startTestServer(env);
  const posts = startPosts(await server.url);
  await sleep(reactionMs);
  await failOver();
  await posts.stop();

  const { acknowledged, refused } = posts;
  for (const { message } of refused) expect(await posts.send(message)).toBe(201);
  const stored = await readMessages(env);
  const sent = [...acknowledged, ...refused];
  const lost = sent.filter(({ message }) => !stored.includes(message));
  const doubledCount = stored.length - new Set(stored).size;
  expect({ lost, doubledCount }).toEqual({ lost: [], doubledCount: 0 });
  const countNotified = () => new Set(receiver.messages.map(readInquiryId)).size;
  await expect.poll(countNotified, { timeout: 180_000, interval: 500 }).toBe(stored.length);

  const refusedMs = getRefusedMs(refused);
  const slowestMs = Math.max(...sent.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
  // Figures for docs/performance.md.
  const figures = [
    acknowledged.length,
    lost.length,
    doubledCount,
    `${countNotified()} of ${stored.length}`,
    `${(refusedMs / 1000).toFixed(1)} s`,
    `${(slowestMs / 1000).toFixed(1)} s`,
  ];
  process.stdout.write(`| ${[name, ...figures].join(' | ')} |\n`);
  expect(refusedMs).toBeLessThanOrEqual(maxRefusedMs);
  expect(slowestMs).toBeLessThan(maxAnswerMs);
  expect(server.output().match(/The server is starting/g)).toHaveLength(1);
  await server.stop();
}

interface Post {
  message: string;
  /** As of `performance.now()`. */
  sentAt: number;
  answeredAt: number;
}

/** Posts at a steady rate. `stop` resolves when none was refused for a while. */
function startPosts(url: string) {
  const acknowledged: Post[] = [];
  const refused: Post[] = [];
  const open = new Set<Promise<void>>();
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    const posting = post(`Inquiry number ${count} during a failover.`).finally(() =>
      open.delete(posting),
    );
    open.add(posting);
  }, postMs);
  onTestFinished(() => clearInterval(timer));

  async function send(message: string) {
    const response = await postInquiry(url, { message });
    await response.body?.cancel();
    return response.status;
  }

  async function post(message: string) {
    const sentAt = performance.now();
    const status = await send(message);
    expect([201, 503]).toContain(status);
    const answered = { message, sentAt, answeredAt: performance.now() };
    if (status === 201) acknowledged.push(answered);
    else refused.push(answered);
  }

  async function stop() {
    const startedAt = performance.now();
    const getQuietSince = () => Math.max(startedAt, ...refused.map(({ answeredAt }) => answeredAt));
    while (performance.now() - getQuietSince() < quietMs) await sleep(postMs);
    clearInterval(timer);
    await Promise.all(open);
  }
  return { acknowledged, refused, send, stop };
}

/** Returns the time in which posts were sent that were refused, in milliseconds. */
function getRefusedMs(refused: Post[]) {
  if (refused.length === 0) return 0;
  const times = refused.map(({ sentAt }) => sentAt);
  return Math.max(...times) - Math.min(...times) + postMs;
}

async function readMessages(env: Record<string, string>) {
  const { stdout, stderr, exitCode } = await runCommand(['list', '--json'], env, Date.now());
  expect(exitCode, stderr).toBe(0);
  return (JSON.parse(stdout) as { message: string }[]).map(({ message }) => message);
}

const readInquiryId = ({ body }: { body: string }) =>
  (JSON.parse(body) as { data: { id: string } }).data.id;

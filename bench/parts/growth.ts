import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openStore, type StoreLocation } from '../../inquiries/store.ts';
import { startPostgres } from '../../test/postgres-server.ts';
import { startServer } from '../../test/start-server.ts';
import { fictionalInquiry } from '../fictional-inquiry.ts';
import type { Figure, PartResult } from '../figure.ts';
import { inTurns, medianRatio } from '../in-turns.ts';
import { load } from '../load.ts';
import { median } from '../median.ts';
import { withFolder } from '../programs.ts';
import { randomNumbers } from '../random.ts';
import { rawAnswer } from '../raw-answer.ts';
import { seedStore } from '../seed-store.ts';
import { residentMb } from './process.ts';

const program = path.resolve(import.meta.dirname, '../../cli.ts');
/** As the command `inquiries` has them. */
const sizes = ['--max-semi-space-size=2', '--heap-growing-percent=50'];
const seconds = 3;

/** By different people: each comes to other places of the indexes that searches use. */
const random = randomNumbers(2);
const bodies = Array.from({ length: 5000 }, () => JSON.stringify(fictionalInquiry(random)));

/** What changes with so many inquiries in the store, on SQLite and on PostgreSQL. */
export const measureGrowth = (rounds: number, rows: number): Promise<PartResult> =>
  withFolder(async (folder) => {
    const database = await startPostgres();
    try {
      await database.execute('create database filled');
      const places = {
        SQLite: [
          { file: path.join(folder, 'empty/inquiries.sqlite') },
          { file: path.join(folder, 'full/inquiries.sqlite') },
        ],
        PostgreSQL: [
          { databaseUrl: database.urlOf('postgres') },
          { databaseUrl: database.urlOf('filled') },
        ],
      } as const;
      const figures: Figure[] = [];
      for (const [kind, [empty, full]] of Object.entries(places)) {
        const known = await seed(full, rows);
        // Or PostgreSQL would begin with it by itself, in the middle of what is measured.
        if (kind === 'PostgreSQL') await database.execute('vacuum analyze', 'filled');
        figures.push(...(await compare(kind, empty, full, rounds, rows)));
        figures.push(...(await useCommand(kind, full, known, rounds)));
      }
      return { figures };
    } finally {
      await database.remove();
    }
  });

/** Resolves to one of the inquiries. */
async function seed(location: StoreLocation, rows: number) {
  const store = await openStore(location);
  try {
    await seedStore(store, rows, {
      now: Date.now(),
      onProgress: (done) => process.stderr.write(`\r${store.kind}: ${done} of ${rows} inquiries`),
    });
    process.stderr.write('\n');
    return await store.db
      .selectFrom('inquiries')
      .select(['id', 'lastName'])
      .where('status', '=', 'responded')
      .orderBy('receivedAt')
      .limit(1)
      .executeTakeFirstOrThrow();
  } finally {
    await store.close();
  }
}

async function compare(
  kind: string,
  empty: StoreLocation,
  full: StoreLocation,
  rounds: number,
  rows: number,
): Promise<Figure[]> {
  const servers = [startServer(settingsFor(empty)), startServer(settingsFor(full))] as const;
  try {
    const [emptyUrl, fullUrl] = await Promise.all([servers[0].url, servers[1].url]);
    const figures = await inTurns(rounds, {
      storeInEmpty: () => perSecond(emptyUrl),
      storeInFull: () => perSecond(fullUrl),
      pageOfEmpty: () => pageMs(emptyUrl),
      pageOfFull: () => pageMs(fullUrl),
    });
    const added = (await pageBytes(fullUrl)) - (await pageBytes(emptyUrl));
    const after = `with ${rows.toLocaleString('en')} inquiries, beside an empty store`;
    return [
      {
        what: `${kind}: inquiries stored ${after}`,
        value: median(figures.storeInFull),
        unit: '/s',
        ratio: medianRatio(figures.storeInFull, figures.storeInEmpty),
        goal: { of: 'ratio', atLeast: 0.9 },
      },
      {
        what: `${kind}: a page ${after}`,
        value: median(figures.pageOfFull),
        unit: 'ms',
        ratio: medianRatio(figures.pageOfFull, figures.pageOfEmpty),
        goal: { of: 'ratio', atMost: 1.25 },
      },
      {
        what: `${kind}: bytes that this adds to a page`,
        value: added,
        unit: 'B',
        goal: { of: 'value', atMost: 0 },
      },
    ];
  } finally {
    for (const server of servers) server.kill('SIGTERM');
    await Promise.all(servers.map(({ exited }) => exited));
  }
}

/** The team's command as it is run, with the start of its process. */
async function useCommand(
  kind: string,
  location: StoreLocation,
  { id, lastName }: { id: string; lastName: string },
  rounds: number,
): Promise<Figure[]> {
  const commands = {
    help: ['help'],
    list: ['list'],
    show: ['show', id],
    mark: ['mark', id],
    'list --due': ['list', '--due'],
    'list --search': ['list', '--search', lastName],
    stats: ['stats'],
  };
  let marks = 0;
  const measures = Object.entries(commands).map(([name, parameters]) => [
    name,
    async () => {
      // To mark it as what it is already would be refused.
      const status = name === 'mark' ? [(marks += 1) % 2 ? 'spam' : 'new'] : [];
      return (await run(location, [...parameters, ...status])).tookMs;
    },
  ]);
  const times = await inTurns(rounds, Object.fromEntries(measures));
  const exported = await run(location, ['export', '--format', 'csv']);
  return [
    ...Object.keys(commands).map((name) => ({
      what: `${kind}: ${name}`,
      value: median(times[name] ?? []),
      unit: 'ms',
    })),
    { what: `${kind}: export`, value: exported.tookMs, unit: 'ms' },
    ...(exported.peakMb === undefined
      ? []
      : [
          {
            what: `${kind}: peak memory of export`,
            value: exported.peakMb,
            unit: 'MB',
            goal: { of: 'value' as const, atMost: 200 },
          },
        ]),
  ];
}

async function run(location: StoreLocation, parameters: string[]) {
  const startedAt = performance.now();
  const command = spawn(process.execPath, [...sizes, program, ...parameters], {
    env: { ...process.env, ...settingsFor(location) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let peakMb: number | undefined;
  const looking = setInterval(() => (peakMb = residentMb(command.pid, 'VmHWM') ?? peakMb), 20);
  command.stdout.resume();
  const [code] = await once(command, 'exit');
  clearInterval(looking);
  if (code !== 0) throw new Error(`"${parameters.join(' ')}" ended with ${code}`);
  return { tookMs: performance.now() - startedAt, peakMb };
}

async function perSecond(origin: string) {
  const figures = await load({
    url: `${origin}/api/contact-form`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    bodies,
    connections: 64,
    seconds,
  });
  return figures.perSecond;
}

/** One request after another, as a single visitor's. */
async function pageMs(origin: string) {
  const request = { url: `${origin}/`, method: 'GET', headers: {}, connections: 1 } as const;
  return (await load({ ...request, seconds: 1 })).p50Ms;
}

const pageBytes = async (origin: string) => (await rawAnswer(`${origin}/`, {})).body.byteLength;

const settingsFor = (location: StoreLocation): Record<string, string> =>
  'file' in location
    ? { DATA_DIR: path.dirname(location.file), DATABASE_URL: '' }
    : { DATABASE_URL: location.databaseUrl };

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { faker } from '@faker-js/faker';
import { copySources, type SourcesCopy } from '../fixtures/copy-sources.ts';
import { applyMutant, canParse, findMutants, type Mutant } from './mutants.ts';

const help = `npm run test:mutation -- [OPTIONS]
Changes the server's sources in one place at a time, in a copy, and runs the related tests.
Fails if they notice less than 90 %.

  --seed N      selects the mutants (default 1)
  --count N     number of mutants (default 150)
  --only FILE   only mutants of this file or folder
  --workers N   mutants tested at once (default 2)`;

const minNoticed = 0.9;
const folders = ['inquiry', 'store', 'outbox', 'notifications', 'http'];
const excluded = [
  /\.test\.ts$/,
  /\/migrations\/\d/, // Frozen.
  /\/development-site\.ts$/, // Tested in a browser only.
];
/** Mutants that nobody can notice, on lines that contain `code`. */
const equivalentMutants = [
  // `executeTakeFirst` reads one row anyway.
  { code: '.limit(1).executeTakeFirst()', before: '1', after: '(1 + 1)' },
  // The clock never shows the same microsecond twice.
  { code: 'performance.now() - sweptAt < minSweepIntervalMs', before: '<', after: '<=' },
];

const testsNotRun = [
  // Fails by chance on a busy machine, because it waits for some throughput.
  'tests/integration/rolling-upgrade.test.ts',
  // Fails for every mutant: the sources differ from those of the build.
  'tests/integration/bin.test.ts',
];
const notCopied = ['.git', 'data', 'node_modules', 'playwright-report', 'test-results'];
const onSqlite = '--project=sqlite';
/** Arguments of vitest, the quickest first. */
const stages = [
  (files: string[]) => ['run', ...files.map((file) => file.replace('.ts', '.test.ts')), onSqlite],
  (files: string[]) => ['related', ...files, onSqlite],
  (files: string[]) => ['related', ...files, '--project=postgres'],
  // Tests that start a server process do not import its sources.
  () => ['related', 'tools/start-server.ts', onSqlite],
];
const vitestOptions = [
  ...['--run', '--bail=1', '--maxWorkers=2', '--passWithNoTests', '--reporter=default'],
  // Tests may fail by chance on a machine that runs many at once.
  '--retry=1',
];
/** Long enough for all tests on a busy machine. */
const timeoutMs = 10 * 60_000;

const options = readOptions();
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach(killGroup));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const mutants = selectMutants();
console.log(`Seed ${options.seed}: ${mutants.length} mutants`);
const copies = Array.from({ length: options.workers }, createCopy);
process.once('exit', () => copies.forEach((copy) => copy.remove()));
const [survivors, startedMs] = [[] as Mutant[], performance.now()];
const brokenTest = await findFailure(copies[0]?.folder ?? '', [
  ...new Set(mutants.map(({ file }) => file)),
]);
if (brokenTest) throw new Error(`A test fails without a mutant: ${brokenTest}`);
const queue = [...mutants];
await Promise.all(copies.map(work));

const noticed = mutants.length - survivors.length;
const share = noticed / mutants.length;
const minutes = Math.round((performance.now() - startedMs) / 60_000);
console.log(
  `\nNoticed ${noticed} of ${mutants.length} (${(share * 100).toFixed(1)} %) in ${minutes} min.`,
);
if (survivors.length) console.log(`Not noticed:\n${survivors.map(describe).sort().join('\n')}`);
process.exit(share >= minNoticed ? 0 : 1);

function readOptions() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '150' },
      only: { type: 'string', default: 'src' },
      workers: { type: 'string', default: '2' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit();
  }
  const [seed, count, workers] = [values.seed, values.count, values.workers].map((text) => {
    if (/^[1-9]\d*$/.test(text)) return Number(text);
    throw new Error(`"${text}" is not a whole number from 1.`);
  }) as [number, number, number];
  return { seed, count, workers, only: values.only };
}

function selectMutants() {
  const all = globSync(`src/{${folders.join()}}/**/*.ts`)
    .filter((file) => file.startsWith(options.only) && !excluded.some((path) => path.test(file)))
    .sort()
    .flatMap((file) => findMutants(file, readFileSync(file, 'utf8')))
    .filter((mutant) => !isEquivalent(mutant));
  faker.seed(options.seed);
  return faker.helpers
    .arrayElements(all, options.count)
    .filter((mutant) => canParse(applyMutant(readFileSync(mutant.file, 'utf8'), mutant)));
}

function isEquivalent({ code, before, after }: Mutant) {
  return equivalentMutants.some(
    (known) => code.includes(known.code) && before === known.before && after === known.after,
  );
}

function createCopy() {
  const copy = copySources(readdirSync('.').filter((name) => !notCopied.includes(name)));
  for (const test of testsNotRun) rmSync(`${copy.folder}/${test}`);
  // Server processes run the mutated sources, without a build for each mutant.
  copy.write('dist/server/server.js', "await import('../../src/server.ts');\n");
  return copy;
}

async function work(copy: SourcesCopy) {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const text = copy.read(mutant.file);
    copy.write(mutant.file, applyMutant(text, mutant));
    const failure = await findFailure(copy.folder, [mutant.file]);
    copy.write(mutant.file, text);
    if (!failure) survivors.push(mutant);
    console.log(
      `${failure ? 'noticed' : 'SURVIVED'}  ${describe(mutant)}${failure && `  by ${failure}`}`,
    );
  }
}

/** Returns the first failing test or type error; '' if there is none. */
async function findFailure(folder: string, files: string[]) {
  for (const stage of stages) {
    const failure = await runTests(folder, stage(files));
    if (failure) return failure;
  }
  // Slow, and the tests notice most of these, too.
  const { stdout } = spawnSync('node_modules/.bin/tsc', { cwd: folder, encoding: 'utf8' });
  return stdout.split('\n')[0] ?? '';
}

/** Runs vitest; returns a failing test, or '' if all pass. */
async function runTests(cwd: string, selection: string[]) {
  const vitest = spawn('node_modules/.bin/vitest', [...selection, ...vitestOptions], {
    cwd,
    detached: true,
    env: { ...process.env, NO_COLOR: '1' },
  });
  running.add(vitest);
  let output = '';
  for (const stream of [vitest.stdout, vitest.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const timer = setTimeout(() => {
    output = ' FAIL  after a timeout';
    killGroup(vitest);
  }, timeoutMs);
  const code = await new Promise((resolve) => vitest.once('exit', resolve));
  clearTimeout(timer);
  // An interrupted test leaves its servers behind.
  killGroup(vitest);
  running.delete(vitest);
  if (code === 0) return '';
  // The first failure stops other tests, which then fail without a retry.
  const [, failure] =
    /^ *FAIL +(.+?) \(.*1st retry\)$/m.exec(output) ?? /^ *FAIL +(.+)$/m.exec(output) ?? [];
  return failure ?? output.trim().slice(-200);
}

function killGroup({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function describe({ file, line, before, after }: Mutant) {
  const [from, to] = [before, after].map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 60));
  return `${file}:${line}  ${from}  →  ${to}`;
}

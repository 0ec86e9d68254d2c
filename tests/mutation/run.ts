import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { text as readText } from 'node:stream/consumers';
import { Command } from '@commander-js/extra-typings';
import { faker } from '@faker-js/faker';
import { copySources, type SourcesCopy } from '../fixtures/copy-sources.ts';
import type { MappedTest } from './map-reporter.ts';
import { addProbes, findMutants, type Mutant, mutate } from './mutants.ts';
import { createTypeChecker } from './type-checker.ts';

const options = new Command('npm run test:mutation --')
  .description(
    'Changes one place of the sources at a time, in a copy, and runs the tests that reach it.\n' +
      'Lists the mutants that neither types nor tests notice, and fails if these are above 15 %.',
  )
  .option('--seed <number>', 'selects the mutants', Number, 1)
  .option('--count <number>', 'number of mutants', Number, 200)
  .option('--only <place>', 'only mutants of this folder, file or file:line', 'src')
  .option('--workers <number>', 'mutants tested at once', Number, 2)
  .parse()
  .opts();

const minNoticed = 0.85;
const excluded = [
  /\.test\.tsx?$/,
  /\/migrations\/\d/, // Frozen.
  /\/web\/drawings\//, // Generates paths, which are in the repository.
];
const notCopied = ['.git', 'data', 'node_modules', 'playwright-report', 'test-results'];
// Tests may fail by chance on a machine that runs many at once: each gets a retry.
const vitest = ['vitest', 'run', '--retry=1', '--bail=1', '--maxWorkers=2', '--reporter=default'];
const mapping = [
  ...['vitest', 'run', '--retry=1', '--maxWorkers=1', '--isolate'],
  '--reporter=tests/mutation/map-reporter.ts',
  // Fails by chance on a busy machine, because it waits for some throughput.
  '--exclude=tests/integration/rolling-upgrade.test.ts',
];
const playwright = ['playwright', 'test', '-x', '--retries=1', '--workers=1'];
/** Of commands without a measured duration. */
const timeoutMs = 60 * 60_000;

const running = new Set<ChildProcess>();
const copies: SourcesCopy[] = [];
process.once('exit', () => {
  running.forEach(killGroup);
  copies.forEach((copy) => copy.remove());
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const startedMs = performance.now();
const survivors: Mutant[] = [];
const { count, compiling } = drawMutants();
const tests = await mapTests();
await forEachInCopies(compiling, testMutant);

const [byTypes, byTests] = [count - compiling.length, compiling.length - survivors.length];
const share = (byTypes + byTests) / count;
const minutes = Math.round((performance.now() - startedMs) / 60_000);
console.log(`
Seed ${options.seed}: noticed ${byTypes + byTests} of ${count} mutants, ${(share * 100).toFixed(1)} %, in ${minutes} min:
${byTypes} by types, ${byTests} of the other ${compiling.length} by tests.`);
if (survivors.length) console.log(`Not noticed:\n${survivors.map(describe).sort().join('\n')}`);
process.exit(share >= minNoticed ? 0 : 1);

/** Draws mutants; `compiling` are those without type errors. */
function drawMutants() {
  const all = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !excluded.some((pattern) => pattern.test(file)))
    .sort()
    .flatMap((file) => findMutants(file, readFileSync(file, 'utf8')))
    .filter(({ file, line }) => `${file}:${line}`.startsWith(options.only));
  const findTypeError = createTypeChecker(process.cwd());
  const compiling: Mutant[] = [];
  let count = 0;
  faker.seed(options.seed);
  for (const mutant of faker.helpers.shuffle(all)) {
    if (count === options.count) break;
    const error = findTypeError(mutant.file, mutate(readFileSync(mutant.file, 'utf8'), mutant));
    if (error === undefined) continue;
    count++;
    if (error) report(mutant, error);
    else compiling.push(mutant);
  }
  return { count, compiling };
}

/** Runs all tests of vitest on sources with probes, which record the mutants that they reach. */
async function mapTests() {
  createCopies();
  const maps = await Promise.all(
    copies.map(async (copy, index) => {
      await addProbesTo(copy);
      const share = `--shard=${index + 1}/${copies.length}`;
      const failure = await run(copy, [...mapping, share]);
      if (failure === 'a timeout') throw new Error('The tests take too long.');
      return copy.read('map').trim().split('\n');
    }),
  );
  createCopies();
  const tests = maps.flat().map((line): MappedTest => JSON.parse(line));
  // Probes make some scripts too large.
  const failing = tests.filter(({ passed }) => !passed);
  await forEachInCopies(failing, async (copy, test) => {
    const failure = await runTests(copy, [test]);
    if (failure) throw new Error(`A test fails without a mutant: ${failure}`);
  });
  return tests;
}

/** Replaces the copies of the sources. */
function createCopies() {
  copies.splice(0).forEach((copy) => copy.remove());
  const names = readdirSync('.').filter((name) => !notCopied.includes(name));
  for (let i = 0; i < options.workers; i++) copies.push(copySources(names));
}

async function addProbesTo(copy: SourcesCopy) {
  const probe = (mutant: Mutant) => {
    const index = compiling.indexOf(mutant);
    const record = `process.getBuiltinModule('fs').appendFileSync('${copy.folder}/reached', '${index} ')`;
    return `((globalThis.reached ??= {})[${index}] ??= globalThis.process ? [${record}] : [])`;
  };
  for (const [file, mutants] of Map.groupBy(compiling, (mutant) => mutant.file)) {
    copy.write(file, addProbes(copy.read(file), mutants, probe));
  }
  const failure = await build(copy);
  if (failure) throw new Error(failure);
}

async function testMutant(copy: SourcesCopy, mutant: Mutant) {
  const text = copy.read(mutant.file);
  copy.write(mutant.file, mutate(text, mutant));
  const failure = await findFailure(copy, mutant);
  copy.write(mutant.file, text);
  if (!failure) survivors.push(mutant);
  report(mutant, failure);
}

/** Runs the tests that reach the mutant, the cheapest first. */
async function findFailure(copy: SourcesCopy, mutant: Mutant) {
  const reaching = tests
    .filter(({ reached }) => reached.includes(compiling.indexOf(mutant)))
    .sort((one, other) => one.reached.length - other.reached.length);
  const { sqlite = [], postgres = [] } = Object.groupBy(reaching, ({ project }) => project);
  // The most specific ones beside the sources need no build.
  const unitTests = sqlite.filter(({ file }) => file.startsWith('src/'));
  const failure = await runTests(copy, unitTests.slice(0, 4));
  if (failure) return failure;
  const needsBrowser = /^src\/(web|content|inquiry)\//.test(mutant.file) || !reaching.length;
  const laterFailure =
    (await build(copy)) ||
    (await runTests(copy, sqlite)) ||
    (await runTests(copy, postgres)) ||
    (needsBrowser ? await run(copy, playwright) : '');
  rmSync(`${copy.folder}/dist`, { recursive: true });
  cpSync('dist', `${copy.folder}/dist`, { recursive: true });
  return laterFailure;
}

/** Calls `handle` for each item, one at a time in each copy. */
async function forEachInCopies<T>(
  items: T[],
  handle: (copy: SourcesCopy, item: T) => Promise<void>,
) {
  const queue = items.values();
  await Promise.all(
    copies.map(async (copy) => {
      for (const item of queue) await handle(copy, item);
    }),
  );
}

function build(copy: SourcesCopy) {
  return run(copy, ['node', 'tools/build.ts']);
}

/** Runs test files of one project. */
function runTests(copy: SourcesCopy, tests: MappedTest[]) {
  const [first] = tests;
  if (!first) return '';
  const command = [...vitest, `--project=${first.project}`, ...tests.map(({ file }) => file)];
  return run(
    copy,
    command,
    tests.reduce((sum, { ms }) => sum + 5 * Math.ceil(ms), 60_000),
  );
}

/** Returns a failing test, or the end of the output; '' if the program succeeds. */
async function run(copy: SourcesCopy, [program, ...args]: string[], timeout = timeoutMs) {
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn(`node_modules/.bin/${program}`, args, {
    ...{ cwd: copy.folder, env, detached: true },
    ...{ timeout, killSignal: 'SIGKILL' },
  });
  running.add(child);
  // An interrupted test leaves its servers behind.
  child.once('exit', () => killGroup(child));
  const [stdout, stderr, [code, signal]] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, 'exit') as Promise<[number | null, string | null]>,
  ]);
  running.delete(child);
  if (code === 0) return '';
  if (signal) return 'a timeout';
  // The first failure of vitest stops other tests, which then fail without a retry.
  const patterns = [/^ *FAIL +(.+?) \(.*1st retry\)$/m, /^ *FAIL +(.+)$/m, /^ +1\) (.+?) ─+$/m];
  const failures = patterns.map((pattern) => pattern.exec(stdout + stderr)?.[1]);
  return failures.find(Boolean) ?? (stdout + stderr).trim().slice(-200);
}

function killGroup({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function report(mutant: Mutant, failure: string) {
  const verdict = failure ? 'noticed' : 'SURVIVED';
  console.log(`${verdict}  ${describe(mutant)}${failure && `  by ${failure}`}`);
}

function describe({ file, line, before, after }: Mutant) {
  const [from, to] = [before, after].map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 60));
  return `${file}:${line}  ${from}  →  ${to}`;
}

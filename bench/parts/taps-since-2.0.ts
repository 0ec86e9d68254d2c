import { execFileSync } from 'node:child_process';
import type * as StartServer from '../../tools/start-server.ts';
import { measureTap, type Tap, taps } from '../first-tap.ts';
import {
  compare,
  createFolder,
  launchBrowser,
  type Measurement,
  startSite,
} from '../measurement.ts';

/**
 * Processor time of a page and its first tap on a slowed processor, compared with version 2.0.0, which
 * is built from the Git history. Not durations: those of 15 pairs on a busy machine differ by a third.
 */
export const measurements: Measurement[] = [];
/** Commit of version 2.0.0. */
const commit = '943c09f';
const rounds = 11;
/** Budget for each ratio. Those of two runs differ by up to 0.06. */
const atMost = 1.15;
const measuredTaps: Tap[] = [taps.menu, taps.field, taps.link, taps.submit];

using folder = createFolder();
const run = (file: string, ...args: string[]) =>
  execFileSync(file, args, { cwd: folder.path, stdio: ['ignore', 'ignore', 'inherit'] });
const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 28 });
execFileSync('tar', ['-x', '-C', folder.path], { input: archive });
run('npm', 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
run(process.execPath, 'tools/build.ts');
// This function starts the server of the release.
const released = (await import(`${folder.path}/tools/start-server.ts`)) as typeof StartServer;

using store = createFolder();
const releasedServer = released.startServer({ DATA_DIR: store.path }, folder.path);
await using site = await startSite();
await using browser = await launchBrowser();
try {
  const origins = [site.origin, await releasedServer.url] as const;
  for (const tap of measuredTaps) {
    const measure = async (origin: string) =>
      (await measureTap(browser, origin, tap, { slowedBy: 4 })).processorMs;
    const measured = await compare(measure, origins, rounds);
    const name = `First tap beside 2.0.0: ${tap.name}`;
    measurements.push({ name, ...measured, unit: 'ms', atMost });
  }
} finally {
  releasedServer.kill('SIGTERM');
  await releasedServer.exited;
}

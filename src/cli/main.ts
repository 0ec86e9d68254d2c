import { readEnvironment } from '../config/environment.ts';
import { runCli } from './run-cli.ts';

// A reader that has seen enough, such as `head`, closes the pipe: nothing to complain about.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
const { stdout, stderr } = process;
const { env, source: settingsFrom } = readEnvironment();
const context = { env, settingsFrom, stdout, stderr, clock: Date.now };
process.exitCode = await runCli(process.argv.slice(2), context);

import { readEnvironment } from '../config/environment.ts';
import { runCli } from './run-cli.ts';

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
const { stdout, stderr } = process;
const { env, source: settingsFrom } = readEnvironment();
const context = { env, settingsFrom, stdout, stderr, clock: Date.now };
process.exitCode = await runCli(process.argv.slice(2), context);

import { readEnvironment } from '../config/environment.ts';
import { runCli } from './run-cli.ts';

// A reader such as `head` may close the pipe early, which is not an error.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  process.stderr.write(`The output is incomplete, because it could not be written: ${message}\n`);
  process.exit(1);
});
const { stdout, stderr } = process;
const { env, source: settingsFrom } = readEnvironment();
const context = { env, settingsFrom, stdout, stderr, clock: Date.now };
process.exitCode = await runCli(process.argv.slice(2), context);

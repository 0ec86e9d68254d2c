import { existsSync } from 'node:fs';

/** The environment, with what the file .env of the current folder adds to it. */
export function readEnvironment(): Record<string, string | undefined> {
  // Node's --env-file-if-exists would say on every start without the file that there is none.
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

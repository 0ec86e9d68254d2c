import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Environment {
  env: Record<string, string | undefined>;
  /** Where it is from, in words. */
  source: string;
}

/** The environment, with what the file .env of the current folder adds to it. */
export function readEnvironment(): Environment {
  const file = resolve('.env');
  // Node's --env-file-if-exists would say on every start without the file that there is none.
  const hasFile = existsSync(file);
  if (hasFile) process.loadEnvFile(file);
  const source = hasFile ? `the environment and ${file}` : `the environment (there is no ${file})`;
  return { env: process.env, source };
}

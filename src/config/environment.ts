import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Environment {
  env: Record<string, string | undefined>;
  /** Description for messages. */
  source: string;
}

/** Returns the environment with the settings of `.env` in the current folder. */
export function readEnvironment(): Environment {
  const file = resolve('.env');
  // Node's --env-file-if-exists prints a line at each start without the file.
  const hasFile = existsSync(file);
  if (hasFile) process.loadEnvFile(file);
  const source = hasFile ? `the environment and ${file}` : `the environment (there is no ${file})`;
  return { env: process.env, source };
}

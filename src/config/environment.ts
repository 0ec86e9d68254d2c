import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of the program. Sources and build are two folders below. */
const programFolder = resolve(import.meta.dirname, '../..');

/**
 * Returns the environment with the settings of `.env` beside the program, and their source for
 * messages. Ignores a `.env` in the current folder, because root runs the command in folders of
 * others.
 */
export function readEnvironment() {
  const file = join(programFolder, '.env');
  // Not --env-file-if-exists, because Node prints a line at each start if the file is missing.
  const hasFile = existsSync(file);
  if (hasFile) process.loadEnvFile(file);
  const source = hasFile ? `the environment and ${file}` : `the environment (there is no ${file})`;
  return { env: process.env, source };
}

/** Resolves the path in a setting. A relative one starts at the folder of the program. */
export const resolveSettingPath = (path: string): string => resolve(programFolder, path);

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of the program: sources and build are two folders deep. */
const programFolder = resolve(import.meta.dirname, '../..');

/**
 * Returns the environment with the settings of `.env` beside the program, and names its source for
 * messages. Ignores a `.env` of the current folder: root runs the command in folders of others.
 */
export function readEnvironment() {
  const file = join(programFolder, '.env');
  // Node's --env-file-if-exists prints a line at each start without the file.
  const hasFile = existsSync(file);
  if (hasFile) process.loadEnvFile(file);
  const source = hasFile ? `the environment and ${file}` : `the environment (there is no ${file})`;
  return { env: process.env, source };
}

/** Resolves a path of a setting, which starts at the program's folder unless it is absolute. */
export const resolveSettingPath = (path: string): string => resolve(programFolder, path);

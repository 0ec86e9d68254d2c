import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/**
 * Returns the program that the environment variable names, or the first of `names` that is
 * installed. Throws if none is installed.
 */
export function findProgram(variable: string, names: string[], title: string, debian: string) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const files = names.flatMap((name) =>
    path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name)),
  );
  const found = [process.env[variable] ?? '', ...files].find(isExecutable);
  if (found) return found;
  throw new Error(
    `${title} is not installed. Install it (Debian: apt-get install ${debian}), or set ${variable} to its program.`,
  );
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK);
    return file !== '';
  } catch {
    return false;
  }
}

import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/**
 * The first of these programs that is here, or the one that the environment's `variable` names.
 * Throws what to install where there is none.
 */
export function findProgram(variable: string, names: string[], title: string, debian: string) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const files = names.flatMap((name) =>
    path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name)),
  );
  const found = [process.env[variable] ?? '', ...files].find(isExecutable);
  if (found) return found;
  throw new Error(
    `${title} is not here, so nothing of it was tested. Install it (Debian: apt-get install ${debian}), or name its program in ${variable}.`,
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

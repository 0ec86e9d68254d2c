import type { Terminal } from './command.ts';

interface Erasure {
  count: number;
  isErased: boolean;
  isScrubbed: boolean;
}

/** Says what was erased, or would be. */
export function reportErasure({ stderr }: Terminal, { count, isErased, isScrubbed }: Erasure) {
  const what = `${count.toLocaleString('en')} ${count === 1 ? 'inquiry' : 'inquiries'}`;
  if (count === 0) stderr.write('There is nothing to erase.\n');
  else if (!isErased) stderr.write(`${what} would be erased. Add --force to do it, for good.\n`);
  else stderr.write(`${what} erased. Backups made before still have them.\n`);
  if (!isScrubbed) {
    stderr.write(
      'The store was read meanwhile: what was erased leaves its files with later writes, or when ' +
        'the server stops.\n',
    );
  }
}

import { type Condition, eraseInquiries } from '../inquiries/erase-inquiries.ts';
import type { Store } from '../inquiries/store.ts';
import type { Terminal } from './command.ts';
import { withProgress } from './progress.ts';

export interface Erasure {
  count: number;
  isErased: boolean;
  isScrubbed: boolean;
}

const leftBehind: Record<Store['kind'], string> = {
  sqlite:
    'The store was read meanwhile: what was erased leaves its files once nothing else reads it. ' +
    'The server looks at 3:00, then each minute.\n',
  postgres:
    'Nobody can query it any more. Its bytes stay in the free space and the write-ahead log of ' +
    'PostgreSQL until they are written over.\n',
};

/** Erases those that still meet `condition`, where `isForced`. */
export async function eraseIfForced(
  terminal: Terminal,
  store: Store,
  ids: string[],
  isForced: boolean,
  condition?: Condition,
): Promise<Erasure> {
  if (!isForced) return { count: ids.length, isErased: false, isScrubbed: true };
  const options = { what: 'Erasing', total: ids.length };
  const erased = await withProgress(terminal, options, (onProgress) =>
    eraseInquiries(store, ids, onProgress, condition),
  );
  return { ...erased, isErased: true };
}

/** Says what was erased, or would be. */
export function reportErasure(
  { stderr }: Terminal,
  { kind }: Store,
  { count, isErased, isScrubbed }: Erasure,
) {
  const what = `${count.toLocaleString('en')} ${count === 1 ? 'inquiry' : 'inquiries'}`;
  if (count === 0) stderr.write('There is nothing to erase.\n');
  else if (!isErased) stderr.write(`${what} would be erased. Add --force to do it, for good.\n`);
  else stderr.write(`${what} erased. Backups made before still have them.\n`);
  if (!isScrubbed) stderr.write(leftBehind[kind]);
}

import { statSync } from 'node:fs';
import { StoreUnavailable } from './store-unavailable.ts';

/** What SQLite keeps in WAL mode: the database, its write-ahead log and that log's index. */
const endings = ['', '-wal', '-shm'];

/**
 * Remembers which files of the open store are at its path now; what is returned throws
 * `StoreUnavailable` while others are there, or none. SQLite itself goes on writing into a file that
 * was removed, as long as it is open.
 */
export function watchStoreFiles(file: string): () => void {
  const opened = endings.map((ending) => identityOf(file + ending));
  return () => {
    for (const [index, ending] of endings.entries()) {
      if (identityOf(file + ending) === opened[index]) continue;
      throw new StoreUnavailable(
        `${file}${ending} was removed or replaced while it was in use. Put it back where it was, ` +
          'or stop the server, restore a backup without -wal and -shm beside it, and start again',
      );
    }
  };
}

function identityOf(path: string) {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}

import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { StoreLocation } from '../../../config/setting-values.ts';
import { openStore } from '../../../store/open-store.ts';
import { withScratchDatabase } from '../../../store/postgres/scratch-database.ts';
import { restoreSqlite } from '../../../store/sqlite/restore-sqlite.ts';
import { createUnusableCopyError, wrapStoreErrors } from '../../../store/store-errors.ts';
import type { CopyContents, Store } from '../../../store/store.ts';
import type { CliContext } from '../../context.ts';
import { readDump, restoreDump } from '../backup/postgres-tools.ts';

/**
 * Restores a copy into a scratch folder, or a dump into the empty database `scratchUrl`, opens it as
 * the server does, and removes it. Throws `StoreUnavailable` for a copy that cannot be used.
 */
export async function tryRestore(
  copy: string,
  scratchUrl: string | undefined,
  env: CliContext['env'],
): Promise<CopyContents> {
  if (scratchUrl !== undefined) {
    const inquiries = await readDump(copy, env);
    return withScratchDatabase(scratchUrl, async () => {
      await restoreDump(copy, scratchUrl, env);
      return openRestored(copy, { databaseUrl: scratchUrl }, inquiries);
    });
  }
  using scratch = mkdtempDisposableSync(join(tmpdir(), 'restore-dry-run-'));
  const file = join(scratch.path, 'inquiries.sqlite');
  const { inquiries } = await restoreSqlite({ copy, file, aside: scratch.path, isForced: true });
  return await openRestored(copy, { file }, inquiries);
}

async function openRestored(copy: string, location: StoreLocation, expected: number) {
  const store = await openStore(location);
  const { all, newestArrival } = await countInquiries(store).finally(() => store.close());
  if (all === expected) return { inquiries: all, newestArrival };
  throw createUnusableCopyError(copy, `${all} of ${expected} inquiries can be read`);
}

/** Counts all inquiries, and those until an arrival. Throws `StoreUnavailable`. */
export async function countInquiries({ db }: Store, arrival = '') {
  const { rows } = await wrapStoreErrors('The store cannot be read', () =>
    sql<{ all: number; until: number; newest: string | null }>`
      select count(*) as "all", count(case when received_at <= ${arrival} then 1 end) as until,
        max(received_at) as newest from inquiries`.execute(db),
  );
  const [{ all, until, newest } = { all: 0, until: 0, newest: null }] = rows;
  // PostgreSQL's counts are text.
  return { all: Number(all), until: Number(until), newestArrival: newest ?? undefined };
}

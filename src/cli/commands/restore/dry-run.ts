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
    const contents = await readDump(copy, env);
    return withScratchDatabase(scratchUrl, async () => {
      await restoreDump(copy, scratchUrl, env);
      return openRestored(copy, { databaseUrl: scratchUrl }, contents);
    });
  }
  using scratch = mkdtempDisposableSync(join(tmpdir(), 'restore-dry-run-'));
  const file = join(scratch.path, 'inquiries.sqlite');
  const contents = await restoreSqlite({ copy, file, aside: scratch.path, isForced: true });
  return await openRestored(copy, { file }, contents);
}

async function openRestored(copy: string, location: StoreLocation, contents: CopyContents) {
  const store = await openStore(location);
  const { all } = await countInquiries(store).finally(() => store.close());
  if (all === contents.inquiries) return contents;
  throw createUnusableCopyError(copy, `${all} of ${contents.inquiries} inquiries can be read`);
}

/** Counts all inquiries, and those until an arrival. Throws `StoreUnavailable`. */
export async function countInquiries({ db }: Store, newestArrival = '') {
  const { rows } = await wrapStoreErrors('The store cannot be read', () =>
    sql<Record<'all' | 'until', number>>`
      select count(*) as "all", count(case when received_at <= ${newestArrival} then 1 end) as until
      from inquiries`.execute(db),
  );
  // PostgreSQL's counts are text.
  return { all: Number(rows[0]?.all), until: Number(rows[0]?.until) };
}

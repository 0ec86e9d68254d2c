import { mkdtempSync, rmSync } from 'node:fs';
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

export interface StoreCounts {
  inquiries: number;
  /** Those that arrived up to the newest one of the copy. */
  untilNewest: number;
}

/**
 * Restores a copy into a scratch folder, or a dump into the empty database `scratchUrl`, opens it as
 * the server does, and removes it. Throws `StoreUnavailable` for a copy that cannot be used.
 */
export async function tryRestore(
  copy: string,
  scratchUrl: string | undefined,
  env: CliContext['env'],
): Promise<CopyContents> {
  if (scratchUrl === undefined) {
    return withScratchFolder(async (folder) => {
      const file = join(folder, 'inquiries.sqlite');
      const contents = await restoreSqlite({ copy, file, aside: folder, isForced: true });
      return openRestored(copy, { file }, contents);
    });
  }
  const contents = await readDump(copy, env);
  return withScratchDatabase(scratchUrl, async () => {
    await restoreDump(copy, scratchUrl, env);
    return openRestored(copy, { databaseUrl: scratchUrl }, contents);
  });
}

async function openRestored(copy: string, location: StoreLocation, contents: CopyContents) {
  const store = await openStore(location);
  try {
    const { inquiries } = await countInquiries(store);
    if (inquiries === contents.inquiries) return contents;
    throw createUnusableCopyError(
      copy,
      `${inquiries} of ${contents.inquiries} inquiries can be read`,
    );
  } finally {
    await store.close();
  }
}

/** Counts inquiries, all and up to an arrival. Throws `StoreUnavailable`. */
export async function countInquiries({ db }: Store, newestArrival = ''): Promise<StoreCounts> {
  const { rows } = await wrapStoreErrors('The store cannot be read', () =>
    sql<Record<'inquiries' | 'untilNewest', number | string | null>>`
      select count(*) as inquiries,
        sum(case when received_at <= ${newestArrival} then 1 else 0 end) as until_newest
      from inquiries`.execute(db),
  );
  const { inquiries = 0, untilNewest = 0 } = rows[0] ?? {};
  return { inquiries: Number(inquiries), untilNewest: Number(untilNewest) };
}

/** Runs `task` with a folder that only this user can read, also removed by Ctrl+C. */
async function withScratchFolder<Result>(task: (folder: string) => Promise<Result>) {
  const folder = mkdtempSync(join(tmpdir(), 'restore-dry-run-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const onSignal = () => {
    remove();
    process.exit(1);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  try {
    return await task(folder);
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
    remove();
  }
}

import { existsSync } from 'node:fs';
import type { StoreLocation } from '../../../config/setting-values.ts';
import { damagedFix } from '../../../store/store-advice.ts';
import { getReason, StoreUnavailable } from '../../../store/store-errors.ts';
import { failed, type CheckResult, ok, skipped, warning } from './check-result.ts';

const warnBelowBytes = 1e9;
const failBelowBytes = 100e6;

/** Checks what holds the tables, whether or not they can be read. */
export const checkStorage = (location: StoreLocation, isThorough: boolean) =>
  'file' in location ? checkFile(location.file, isThorough) : checkServer(location.databaseUrl);

/** Checks the disk of an SQLite file and the file's integrity. */
async function checkFile(file: string, isThorough: boolean): Promise<CheckResult[]> {
  const { findDamage, getFreeBytes } = await import('../../../store/sqlite/sqlite-maintenance.ts');
  if (!existsSync(file)) {
    return ['disk', 'integrity'].map((name) => skipped(name, `there is no store at ${file}`));
  }
  const disk = examine('disk', () => describeFreeSpace(getFreeBytes(file)));
  const integrity = examine('integrity', () => {
    const { damage, bytes } = findDamage(file, isThorough);
    return describeDamage(damage, bytes);
  });
  return [disk, integrity];
}

/** Checks that a PostgreSQL server keeps acknowledged inquiries after a power failure. */
async function checkServer(databaseUrl: string): Promise<CheckResult[]> {
  const { findUnsafeSettings } = await import('../../../store/postgres/open-postgres.ts');
  const settings = await findUnsafeSettings(databaseUrl).catch((error: unknown) => error);
  if (!Array.isArray(settings)) return [skipped('durability', getReason(settings))];
  if (settings.length === 0) return [ok('durability', 'the database syncs its commits to disk')];
  const detail = `${settings.join(' and ')} off: a power failure can lose acknowledged inquiries`;
  const fix = `Set ${settings.map((name) => `${name} = on`).join(' and ')} in postgresql.conf, then reload PostgreSQL.`;
  return [failed('durability', detail, fix)];
}

/** Skips a check that cannot read the storage: the check of the store reports why. */
function examine(name: string, check: () => CheckResult): CheckResult {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof StoreUnavailable || (error instanceof Error && 'code' in error))) {
      throw error;
    }
    return skipped(name, error.message);
  }
}

function describeDamage(damage: string[] | undefined, bytes: number): CheckResult {
  const [first] = damage ?? [];
  if (first) return failed('integrity', `the store is damaged: ${first}`, damagedFix);
  if (damage) return ok('integrity', `no damage found in ${formatMegabytes(bytes)}`);
  return {
    ...ok('integrity', `not checked: reading ${formatMegabytes(bytes)} takes a while`),
    next: 'Run "inquiries check --thorough" to check it.',
  };
}

function describeFreeSpace(freeBytes: number): CheckResult {
  const detail = `${formatMegabytes(freeBytes)} free on the disk of the store`;
  const next = 'Free disk space: on a full disk, inquiries are refused.';
  if (freeBytes < failBelowBytes) return failed('disk', detail, next);
  return freeBytes < warnBelowBytes ? warning('disk', detail, next) : ok('disk', detail);
}

const formatMegabytes = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;

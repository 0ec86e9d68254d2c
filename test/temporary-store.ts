import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type StoreOptions } from '../inquiries/store.ts';

/** A folder of its own for this test, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'inquiries-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** An empty store for this test, closed and removed after it. */
export async function temporaryStore(options: Partial<StoreOptions> = {}) {
  const file = options.file ?? path.join(temporaryFolder(), 'inquiries.sqlite');
  const store = await openStore({ ...options, file });
  onTestFinished(() => store.close());
  return { store, file };
}

import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../../tests/fixtures/command-line.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  settingsFor,
  temporaryFile,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { startMaintenance } from '../../maintenance/maintenance-job.ts';
import { dayMs } from '../../text/format-time.ts';

it('the command clears the files too, and says so if a reader prevents that', async () => {
  const location = temporaryFile();
  const { store } = await temporaryStore({ location });
  for (const firstName of ['Xyzzy', 'Plugh'])
    await storeInquiry(store, { firstName, email: `${firstName}@one.example` });
  const remove = (email: string) =>
    runCommand(['delete', '--email', email, '--force'], settingsFor(location));
  const reader = startReading(location.file);
  const note = 'deleted data stays in its files until that ends';
  expect((await remove('xyzzy@one.example')).stderr).toContain(note);
  expect(contentOf(location.file)).toContain('Xyzzy');
  reader.close();
  expect((await remove('plugh@one.example')).stderr).not.toContain(note);
  expect(contentOf(location.file)).not.toMatch(/Xyzzy|Plugh/);
});

it('maintenance clears what others deleted while a reader kept old pages in use', async () => {
  const location = temporaryFile();
  const { store } = await temporaryStore({ location, lockWaitMs: 0 });
  const monthsAgo = Date.now() - 62 * dayMs;
  await storeInquiry(store, { firstName: 'Xyzzy' }, { at: monthsAgo });
  // Shows that the clock did not jump.
  await storeInquiry(store, { firstName: 'Recent' });
  const reader = startReading(location.file);
  const { log, text } = createRecordedLog();
  const dependencies = { store, clock: Date.now, log, destinations: [] };
  const { wake, stop } = startMaintenance({ ...dependencies, timeZone: 'UTC', months: 1 });
  onTestFinished(stop);
  await expect.poll(text).toContain('stay in the database files while another process reads');
  expect(contentOf(location.file)).toContain('Xyzzy');
  reader.close();
  wake();
  await expect.poll(() => contentOf(location.file)).not.toContain('Xyzzy');
  expect(text().match(/stay in the database files/g)).toHaveLength(1);
});

/** Keeps old pages in use, as another program would, until the returned database is closed. */
function startReading(file: string) {
  const database = new DatabaseSync(file);
  database.exec('begin; select id from inquiries');
  return database;
}

const contentOf = (file: string) =>
  [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('');

import { expect, it } from 'vitest';
import { runCommand, toWebhook } from '../../../tests/fixtures/command-line.ts';
import { emptyIndex } from '../../../tests/fixtures/damage-store.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  settingsFor,
  temporaryFile,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';

it.each([
  'inquiries_by_arrival',
  'inquiries_by_status',
  'sqlite_autoindex_inquiries_1',
  'events_by_inquiry',
])('the export reads around a damaged index: %s', async (index) => {
  const location = temporaryFile();
  const { store } = await temporaryStore({ location });
  await storeInquiry(store, { company: 'First' });
  const id = await storeInquiry(store, { company: 'Second' });
  const env = { ...settingsFor(location), ...toWebhook };
  await runCommand(['assign', id, '--to', 'Grace'], env);
  const intact = await runCommand(['export', '--ignore-waiting'], env);
  expect(JSON.parse(intact.stdout)).toHaveLength(2);
  expect(intact.stdout).toContain('Grace');
  await store.close();
  emptyIndex(location.file, index);

  const { exitCode, stdout, stderr } = await runCommand(['export', '--ignore-waiting'], env);
  expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: intact.stdout });
  expect(stderr).toBe('The store is damaged. It is read without its indexes.\n');
});

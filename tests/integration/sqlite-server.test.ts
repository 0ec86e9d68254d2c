import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

it('reports a store that cannot be opened', async () => {
  const folder = path.join(temporaryFolder(), 'data');
  mkdirSync(path.join(folder, 'inquiries.sqlite'), { recursive: true });
  const server = startTestServer({ DATA_DIR: folder });
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain(path.join(folder, 'inquiries.sqlite'));
  expect(server.output()).toContain('Set DATA_DIR');
});

it.skipIf(process.platform !== 'linux')('reports a folder that cannot be created', async () => {
  const server = startTestServer({ DATA_DIR: '/proc/data' });
  expect(await server.exited).toBe(1);
  expect(server.output()).toMatch(
    /can't be opened: \/proc\/data\/inquiries.sqlite: ENOENT.*\nSet DATA_DIR to a folder/,
  );
});

it('reports a damaged store and how to restore it', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'inquiries.sqlite'), 'not a database '.repeat(100));
  const server = startTestServer({ DATA_DIR: folder });
  expect(await server.exited).toBe(1);
  expect(server.output()).toMatch(/file is not a database\n.*"inquiries restore FILE"/);
  expect(server.output()).not.toContain('Set DATA_DIR');
});

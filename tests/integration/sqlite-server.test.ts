import { mkdirSync } from 'node:fs';
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

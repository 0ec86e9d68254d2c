import { expect, it } from 'vitest';
import { runCommand, toWebhook } from '../../../tests/fixtures/command-line.ts';
import { emptyIndex } from '../../../tests/fixtures/damage-store.ts';
import { settingsFor, temporaryFile } from '../../../tests/fixtures/temporary-store.ts';
import { openStore } from '../../store/open-store.ts';

it('check finds a damaged page that no statement of its own reads, and says restore', async () => {
  const location = temporaryFile();
  await (await openStore(location)).close();
  const env = { ...settingsFor(location), ...toWebhook };
  expect((await runCommand(['check'], env)).stdout).toMatch(/^ok +store +readable and writable$/m);
  emptyIndex(location.file);
  const { exitCode, stdout } = await runCommand(['check'], env);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /^failed +store +damaged: .*\n +Stop the server and run "inquiries restore FILE" with the last backup, .*keeps newer inquiries\.$/m,
  );
});

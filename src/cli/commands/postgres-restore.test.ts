import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCommand as run } from '../../../tests/fixtures/command-line.ts';
import {
  settingsFor,
  temporaryFolder,
  temporaryLocation,
} from '../../../tests/fixtures/temporary-store.ts';

it('restore refuses a dump whose SHA-256 is another one', async () => {
  const env = settingsFor(await temporaryLocation());
  const copy = path.join(temporaryFolder(), 'copy.dump');
  writeFileSync(copy, 'PGDMP');
  writeFileSync(`${copy}.sha256`, `${'a'.repeat(64)}  copy.dump\n`);
  const { exitCode, stdout, stderr } = await run(['restore', copy], env);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain(`${copy} cannot be used: its SHA-256 is not the one in`);
});

import { expect, it } from 'vitest';
import { runCommand as run } from '../../../tests/fixtures/command-line.ts';
import { settingsFor, temporaryLocation } from '../../../tests/fixtures/temporary-store.ts';

it('restore prints the steps for PostgreSQL without running them', async () => {
  const env = settingsFor(await temporaryLocation());
  const { exitCode, stdout } = await run(['restore', '/backups/a.dump', '--force'], env);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('createdb --template=template0 --encoding=UTF8 NEW_DATABASE\n');
  expect(stdout).toContain('--dbname=NEW_DATABASE /backups/a.dump\n');
});

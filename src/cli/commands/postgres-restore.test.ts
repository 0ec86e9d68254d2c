import { expect, it } from 'vitest';
import { runCommand as run } from '../../../tests/fixtures/command-line.ts';
import { settingsFor, temporaryLocation } from '../../../tests/fixtures/temporary-store.ts';

it('restore prints the steps for PostgreSQL without running them', async () => {
  const env = settingsFor(await temporaryLocation());
  const { exitCode, stdout } = await run(['restore', '/backups/a.dump', '--force'], env);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('createdb --owner=USER_OF_DATABASE_URL --template=template0 ');
  expect(stdout).toContain('--dbname=NEW_DATABASE_URL /backups/a.dump\n');
});

import { describe, expect, it } from 'vitest';
import { runCommand } from '../../tests/fixtures/command-line.ts';
import { bareDatabase } from '../../tests/fixtures/temporary-database.ts';

describe('a command', () => {
  it('reports the path of a missing store and creates none', async () => {
    const { databaseUrl } = await bareDatabase();
    const env = { DATABASE_URL: databaseUrl };
    const { host, pathname } = new URL(databaseUrl);
    const missing = {
      exitCode: 1,
      stdout: '',
      stderr:
        `There is no store at ${host}${pathname}. [NO_STORE]\n` +
        'Settings were read from the environment. DATABASE_URL is set. ' +
        'Set DATA_DIR or DATABASE_URL to what the server uses.\n',
    };
    expect(await runCommand(['list'], env)).toEqual(missing);
    expect(await runCommand(['list'], env)).toEqual(missing);
  });
});

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand as run } from '../../tests/fixtures/command-line.ts';
import { temporaryFolder } from '../../tests/fixtures/temporary-store.ts';
import { openStore } from '../store/open-store.ts';

describe('a command', () => {
  it('closes the store at its end', async () => {
    const dataDir = temporaryFolder();
    const file = path.join(dataDir, 'inquiries.sqlite');
    await (await openStore({ file })).close();
    expect((await run(['list'], { DATA_DIR: dataDir })).exitCode).toBe(0);
    expect(readdirSync(dataDir)).toEqual(['inquiries.sqlite']);
  });

  it('reports the path of a missing store and creates none', async () => {
    const dataDir = path.join(temporaryFolder(), 'nothing-here');
    const { exitCode, stdout, stderr } = await run(['list'], { DATA_DIR: dataDir });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe(
      `There is no store at ${dataDir}/inquiries.sqlite. [NO_STORE]\n` +
        `Settings were read from the environment. DATA_DIR is set to ${dataDir}. ` +
        'Set DATA_DIR or DATABASE_URL to what the server uses.\n',
    );
    expect(existsSync(dataDir)).toBe(false);
  });
});

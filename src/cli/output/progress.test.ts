import { describe, expect, it } from 'vitest';
import { withProgress } from './progress.ts';

/** Collects what `withProgress` writes during a task of one second. */
async function watch(
  { stderrIsTTY = true, stdoutIsTTY = false, writesData = false },
  work = async () => {},
) {
  let written = '';
  let now = 0;
  const context = {
    env: {},
    settingsFrom: '',
    stdout: { write: () => true, isTTY: stdoutIsTTY },
    stderr: { write: (text: string) => (written += text), isTTY: stderrIsTTY },
    clock: () => now,
  };
  const options = { label: 'Deleting', total: async () => 2000, writesData };
  await withProgress(context, options, async (onProgress) => {
    for (let done = 100; done <= 2000; done += 100) {
      now += 50;
      onProgress(done);
    }
    await work();
  }).catch(() => undefined);
  return written.split('\r\u001b[K');
}

describe('withProgress', () => {
  it('updates one line after half a second and clears it at the end', async () => {
    expect(await watch({})).toEqual([
      '',
      'Deleting: 1,000 of 2,000',
      'Deleting: 1,200 of 2,000',
      'Deleting: 1,400 of 2,000',
      'Deleting: 1,600 of 2,000',
      'Deleting: 1,800 of 2,000',
      'Deleting: 2,000 of 2,000',
      '',
    ]);
  });

  it('clears the line if the task fails', async () => {
    const lines = await watch({}, () => Promise.reject(new Error('full')));
    expect(lines.at(-1)).toBe('');
  });

  it('writes only to a terminal, and not between data', async () => {
    expect(await watch({ stderrIsTTY: false })).toEqual(['']);
    expect(await watch({ stdoutIsTTY: true, writesData: true })).toEqual(['']);
    expect((await watch({ stdoutIsTTY: true })).length).toBeGreaterThan(1);
  });
});

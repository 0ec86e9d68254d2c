import { expect, it, onTestFinished } from 'vitest';
import { startLoop } from './run-loop.ts';

const hourMs = 60 * 60 * 1000;

it('works again when it is woken, asleep or at work', async () => {
  let turns = 0;
  const loop = startLoop(async () => {
    await Promise.resolve();
    turns += 1;
    if (turns === 1) loop.wake();
    return hourMs;
  });
  onTestFinished(loop.stop);
  await expect.poll(() => turns).toBe(2);
  loop.wake();
  await expect.poll(() => turns).toBe(3);
});

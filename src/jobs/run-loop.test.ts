import { expect, it, onTestFinished } from 'vitest';
import { startLoop } from './run-loop.ts';

const hourMs = 60 * 60 * 1000;

it('runs again when woken, during a sleep or a run', async () => {
  let runs = 0;
  const loop = startLoop(async () => {
    await Promise.resolve();
    runs += 1;
    if (runs === 1) loop.wake();
    return hourMs;
  });
  onTestFinished(loop.stop);
  await expect.poll(() => runs).toBe(2);
  loop.wake();
  await expect.poll(() => runs).toBe(3);
});

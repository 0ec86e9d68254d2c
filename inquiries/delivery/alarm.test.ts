import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createAlarm, sleep } from './alarm.ts';

const hour = 60 * 60 * 1000;

describe('an alarm', () => {
  it('wakes all who sleep, also those who had yet to fall asleep', async () => {
    const alarm = createAlarm();
    const woken = alarm.next();
    const asleep = sleep(hour, woken);
    alarm.ring();
    await asleep;
    await sleep(hour, woken);
  });

  it('keeps nothing of those who have slept, however long it does not ring', async () => {
    const alarm = createAlarm();
    for (let nth = 0; nth < 5; nth += 1) await sleep(1, alarm.next());
    expect(getEventListeners(alarm.next(), 'abort')).toHaveLength(0);
  });
});

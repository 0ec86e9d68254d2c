import { expect, it } from 'vitest';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { limitLog } from './limit-log.ts';

it('a thousand lines of a kind are logged in an hour, the others at debug level', () => {
  let monotonicNow = 5000;
  const { log, lines } = createRecordedLog();
  const limited = limitLog(log, { monotonic: () => monotonicNow });
  const logLevels = () => {
    lines.length = 0;
    for (let nth = 0; nth < 1500; nth += 1)
      limited[nth % 2 ? 'warn' : 'info']({ inquiry: nth }, 'Stored');
    const levels = lines.map((line) => (JSON.parse(line) as { level: number }).level);
    return [30, 40, 20].map((level) => levels.filter((one) => one === level).length);
  };
  // Plus the warning.
  expect(logLevels()).toEqual([500, 501, 500]);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 20, inquiry: 1499, msg: 'Stored' });
  monotonicNow += 60 * 60 * 1000 - 1;
  expect(logLevels()).toEqual([0, 0, 1500]);
  monotonicNow += 1;
  expect(logLevels()).toEqual([500, 501, 500]);
});

it('the first line that is left out is followed by a warning, which says for how long', () => {
  let monotonicNow = 5000;
  const { log, lines } = createRecordedLog();
  const limited = limitLog(log, { maxLines: 2, monotonic: () => monotonicNow });
  limited.error({ inquiry: 1 }, 'Failed');
  monotonicNow += 20.5 * 60 * 1000;
  for (const inquiry of [2, 3, 4]) limited.error({ inquiry }, 'Failed');
  const written = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(written.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
    '50 Failed',
    '50 Failed',
    '40 Further lines of this kind are left out for 40 min: Failed',
    '20 Failed',
    '20 Failed',
  ]);
});

it('a kind of one line in a period has no such warning', () => {
  const { log, lines } = createRecordedLog();
  const limited = limitLog(log, { maxLines: 1, monotonic: () => 5000 });
  for (const inquiry of [1, 2, 3]) limited.warn({ inquiry }, 'Late');
  expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40, 20, 20]);
});

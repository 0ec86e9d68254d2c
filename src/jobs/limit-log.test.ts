import { expect, it } from 'vitest';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { limitLog } from './limit-log.ts';

it('a thousand lines of a kind are logged in an hour, the others at debug level', () => {
  let now = 5000;
  const { log, lines } = createRecordedLog();
  const limited = limitLog(log, { monotonic: () => now });
  const logLevels = () => {
    lines.length = 0;
    for (let nth = 0; nth < 1500; nth += 1)
      limited[nth % 2 ? 'warn' : 'info']({ inquiry: nth }, 'Stored');
    const levels = lines.map((line) => (JSON.parse(line) as { level: number }).level);
    return [30, 40, 20].map((level) => levels.filter((one) => one === level).length);
  };
  expect(logLevels()).toEqual([500, 500, 500]);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 20, inquiry: 1499, msg: 'Stored' });
  now += 60 * 60 * 1000 - 1;
  expect(logLevels()).toEqual([0, 0, 1500]);
  now += 1;
  expect(logLevels()).toEqual([500, 500, 500]);
});

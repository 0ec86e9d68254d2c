import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../store/store-errors.ts';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void, isDevelopment = false) {
  const lines: string[] = [];
  write(createLog('info', { destination: { write: (line) => lines.push(line) }, isDevelopment }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('writes one JSON object a line, with time and message', () => {
    const [line] = logged((log) => log.info({ inquiry: 'id-1' }, 'Stored'));
    expect(line).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      inquiry: 'id-1',
      msg: 'Stored',
    });
  });

  it('omits lines below its level', () => {
    expect(logged((log) => log.debug('details'))).toEqual([]);
  });

  it('contains an error and its cause, without the database’s details', () => {
    const cause = Object.assign(new Error('disk full'), {
      code: 'ERR_SQLITE_ERROR',
      detail: 'Failing row contains (Ada, Lovelace)',
    });
    const [line] = logged((log) => log.error({ err: new Error('not stored', { cause }) }));
    expect(line?.['err']).toMatchObject({
      message: 'not stored',
      cause: { message: 'disk full', code: 'ERR_SQLITE_ERROR' },
    });
    expect(JSON.stringify(line)).not.toContain('Lovelace');
  });

  it('contains type, codes and stack of an unexpected error, but no message, which may quote a visitor', () => {
    const codes = { code: 'ERR_SQLITE_ERROR', errcode: 19 };
    const cause = Object.assign(new TypeError('refuses "Lovelace"'), codes);
    const fault = new RangeError('no room for "Lovelace"', { cause });
    const [line] = logged((log) => log.error({ fault }));
    const stack = expect.stringContaining('log.test.ts:');
    expect(line?.['fault']).toEqual({
      type: 'RangeError',
      stack,
      cause: { type: 'TypeError', ...codes, stack },
    });
    expect(JSON.stringify(line)).not.toContain('Lovelace');

    const [inDevelopment] = logged((log) => log.error({ fault }), true);
    expect(inDevelopment?.['fault']).toMatchObject({ message: 'no room for "Lovelace"' });
  });

  it('contains the remedy of a store error', () => {
    const cause = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    const [line] = logged((log) =>
      log.error({ err: new StoreUnavailable('not stored', { cause }) }),
    );
    expect(line?.['err']).toMatchObject({ cause: { fix: expect.stringMatching(/^Free space/) } });
  });

  describe('omits an error that was logged within the last minute', () => {
    const full = new StoreUnavailable('disk full');
    const locked = new StoreUnavailable('locked');

    function start(isDevelopment = false) {
      const lines: string[] = [];
      let now = 0;
      const destination = { write: (line: string) => lines.push(line) };
      const log = createLog('info', { destination, isDevelopment, monotonic: () => now });
      const takeLines = () => lines.splice(0).map((line) => JSON.parse(line) as object);
      return { log, takeLines, wait: (ms: number) => (now += ms) };
    }

    it('and says when it occurs again how many were omitted', () => {
      const { log, takeLines, wait } = start();
      for (let nth = 0; nth < 1152; nth += 1) log.error({ err: full }, 'Not stored');
      expect(takeLines()).toMatchObject([{ err: { message: 'disk full' }, msg: 'Not stored' }]);
      wait(59_999);
      log.error({ err: full }, 'Not stored');
      expect(takeLines()).toEqual([]);
      wait(1);
      log.error({ err: full }, 'Not stored');
      expect(takeLines()).toMatchObject([
        { err: { message: 'disk full' }, omitted: 1152, msg: 'Not stored' },
      ]);
      wait(60_000);
      log.error({ err: full }, 'Not stored');
      expect(takeLines()[0]).not.toHaveProperty('omitted');
    });

    it('but no other error, message or line without an error', () => {
      const { log, takeLines } = start();
      log.error({ fault: full }, 'Not stored');
      log.error({ fault: locked }, 'Not stored');
      log.error({ fault: full }, 'Not read');
      log.error(
        { fault: Object.assign(new StoreUnavailable('disk full'), { code: 'E' }) },
        'Not read',
      );
      log.warn({ error: 'refused' }, 'Not sent');
      log.warn({ error: 'refused' }, 'Not sent');
      expect(takeLines()).toHaveLength(6);
    });

    it('and remembers a limited number of errors', () => {
      const { log, takeLines } = start();
      const errors = Array.from({ length: 101 }, (_, nth) => new StoreUnavailable(String(nth)));
      for (const err of errors) log.error({ err }, 'Not stored');
      takeLines();
      for (const index of [100, 0]) log.error({ err: errors[index] }, 'Not stored');
      expect(takeLines()).toMatchObject([{ err: { message: '0' } }]);
    });

    it('except in development', () => {
      const { log, takeLines } = start(true);
      log.error({ err: full }, 'Not stored');
      log.error({ err: full }, 'Not stored');
      expect(takeLines()).toHaveLength(2);
    });
  });

  it('contains the message of StoreUnavailable, also as an unexpected error', () => {
    const [line] = logged((log) => log.error({ fault: new StoreUnavailable('disk full') }));
    expect(line?.['fault']).toMatchObject({ type: 'StoreUnavailable', message: 'disk full' });
  });
});

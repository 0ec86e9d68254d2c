import { describe, expect, it } from 'vitest';
import { StoreUnavailable, toStoreError } from '../store/store-errors.ts';
import { createLog } from './create-log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void, isDevelopment = false) {
  const lines: string[] = [];
  write(createLog('info', { destination: { write: (line) => lines.push(line) }, isDevelopment }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('writes one JSON object a line from its level on, with time and message', () => {
    const lines = logged((log) => {
      log.debug('details');
      log.info({ inquiry: 'id-1' }, 'Stored');
    });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(lines).toEqual([{ level: 30, time, inquiry: 'id-1', msg: 'Stored' }]);
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

  it('contains the message and the remedy of a store error, also as an unexpected error', () => {
    const cause = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    const error = new StoreUnavailable('not stored', { cause });
    const [line] = logged((log) => log.error({ err: error, fault: error }));
    expect(line?.['err']).toMatchObject({ fix: expect.stringMatching(/^Free space/) });
    expect(line?.['fault']).toMatchObject({ type: 'StoreUnavailable', message: 'not stored' });
  });

  it('has the messages, codes and remedy of a failed store, but no stacks, which would fill the screen', () => {
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    const inner = new StoreUnavailable('inquiries.sqlite: database or disk is full', {
      cause: full,
    });
    const error = new StoreUnavailable('not stored', { cause: inner });
    const [line] = logged((log) => log.error({ err: error }));
    expect(line?.['err']).toEqual({
      type: 'StoreUnavailable',
      message: 'not stored',
      fix: expect.stringMatching(/^Free space/) as string,
      cause: {
        type: 'StoreUnavailable',
        message: 'inquiries.sqlite: database or disk is full',
        cause: { type: 'Error', message: 'database or disk is full', errcode: 13 },
      },
    });
  });

  it('has the stack of a statement that the database refused, which is a bug', () => {
    const cause = Object.assign(new Error('no such column: x'), { errcode: 1 });
    const [line] = logged((log) => log.error({ err: toStoreError(cause) }));
    const stack = expect.stringContaining('log.test.ts:') as string;
    expect(line?.['err']).toMatchObject({ type: 'StatementError', stack, cause: { stack } });
  });
});

import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void, level = 'info' as const) {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('says what happened and when, in one JSON object a line', () => {
    const [line] = logged((log) => log.info({ inquiry: 'id-1' }, 'Stored'));
    expect(line).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      inquiry: 'id-1',
      msg: 'Stored',
    });
  });

  it('leaves out what is below its level', () => {
    expect(logged((log) => log.debug('details'))).toEqual([]);
  });

  it('describes an error and its cause, without what a database adds to it', () => {
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
});

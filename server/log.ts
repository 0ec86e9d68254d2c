import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './settings.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/**
 * One JSON object a line, on stdout unless told. Log an inquiry by its id, never what it says:
 * a name, an address or a message has no place in a log.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describe },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Only what never holds a row: a database may hang the refused values on its error. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    ...('code' in error && { code: error.code }),
    ...('errcode' in error && { errcode: error.errcode }),
    stack,
    ...(cause !== undefined && { cause: describe(cause) }),
  };
}

/** Where an error came from, without its message: one that nobody foresaw may quote a visitor. */
export function withoutMessage(error: unknown): Error {
  const name = error instanceof Error ? error.name : typeof error;
  const stack = error instanceof Error ? error.stack : undefined;
  const frames = stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? [];
  const code = error instanceof Error && 'code' in error ? { code: error.code } : {};
  return Object.assign(new Error('not shown'), { name, stack: frames.join('\n'), ...code });
}

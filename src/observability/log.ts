import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config/settings.ts';
import { StoreUnavailable } from '../store/store-errors.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

interface LogOptions {
  /** Stdout unless told. */
  destination?: DestinationStream;
  /** Whoever develops needs the message of a fault, and is the only visitor. */
  isDevelopment?: boolean;
}

/**
 * One JSON object a line. Log an inquiry by its id, never what it says: a name, an address or a
 * message has no place in a log. An error that was expected there is logged as `err`, whatever else
 * may have been thrown as `fault`.
 */
export function createLog(
  level: LogLevel,
  { destination, isDevelopment = false }: LogOptions = {},
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describe, fault: isDevelopment ? describe : describeFault },
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
    ...codesOf(error),
    stack,
    ...(cause !== undefined && { cause: describe(cause) }),
  };
}

/** Without the message, which may quote a visitor, but for the store's, which says what to mend. */
function describeFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return describe(error);
  const { name, stack, cause } = error;
  const frames = stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? [];
  return {
    type: name,
    ...codesOf(error),
    stack: frames.join('\n'),
    ...(cause !== undefined && { cause: describeFault(cause) }),
  };
}

const codesOf = (error: Error) => ({
  ...('code' in error && { code: error.code }),
  ...('errcode' in error && { errcode: error.errcode }),
});

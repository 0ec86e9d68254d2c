import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config/settings.ts';
import { StoreUnavailable } from '../store/store-errors.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

interface LogOptions {
  /** Default: stdout. */
  destination?: DestinationStream;
  /** Logs messages of unexpected errors: the developer is the only visitor. */
  isDevelopment?: boolean;
}

/**
 * Creates a log of JSON lines. Log only an inquiry's id, never a name, an address or a message. Log
 * expected errors as `err`, others as `fault`.
 */
export function createLog(
  level: LogLevel,
  { destination, isDevelopment = false }: LogOptions = {},
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: serializeError,
      fault: isDevelopment ? serializeError : serializeUnexpectedError,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Omits other properties: database errors may carry the rejected row. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    ...getErrorCodes(error),
    stack,
    ...(cause !== undefined && { cause: serializeError(cause) }),
  };
}

/** Omits the message, which may quote a visitor; keeps the store's, which names the fix. */
function serializeUnexpectedError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return serializeError(error);
  const { name, stack, cause } = error;
  const frames = stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? [];
  return {
    type: name,
    ...getErrorCodes(error),
    stack: frames.join('\n'),
    ...(cause !== undefined && { cause: serializeUnexpectedError(cause) }),
  };
}

const getErrorCodes = (error: Error) => ({
  ...('code' in error && { code: error.code }),
  ...('errcode' in error && { errcode: error.errcode }),
});

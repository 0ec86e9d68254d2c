import { type DestinationStream, pino } from 'pino';
import type { LogLevel } from '../config/settings.ts';

/**
 * Creates a log of JSON lines. Log only an inquiry's id, never a name, an address or a message. Log
 * expected errors as `err`, others as `fault`: in development with their messages, since the developer is
 * the only visitor.
 */
export function createLog(
  level: LogLevel,
  options: { destination?: DestinationStream; isDevelopment?: boolean } = {},
) {
  const timestamp = pino.stdTimeFunctions.isoTime;
  const serializers = {
    err: (error: unknown) => serializeError(error),
    fault: (error: unknown) => serializeError(error, options.isDevelopment ?? false),
  };
  return pino({ level, base: null, timestamp, serializers }, options.destination);
}

/** An error of Node, SQLite, PostgreSQL or the store. */
interface LoggedError extends Error {
  code?: unknown;
  /** SQLite's extended result code. */
  errcode?: unknown;
  /** Remedy in whole sentences, if known. */
  fix?: unknown;
}

/**
 * Omits other properties: database errors may carry the rejected row. Omits the message of an
 * unexpected error, which may quote a visitor, unless the error has a `fix`: such as that of the store, it is
 * written for the operator.
 */
function serializeError(error: unknown, isExpected = true): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '', cause } = error;
  const hasMessage = isExpected || 'fix' in error;
  const { code, errcode, fix }: LoggedError = error;
  // JSON leaves out what is undefined.
  return {
    type: name,
    message: hasMessage ? message : undefined,
    fix,
    code,
    errcode,
    stack: hasMessage ? stack : keepFrames(stack),
    cause: cause === undefined ? undefined : serializeError(cause, hasMessage),
  };
}

/** Leaves out the first lines of a stack, which repeat the message. */
const keepFrames = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n');

import { type DestinationStream, pino } from 'pino';
import type { LogLevel } from '../config/settings.ts';

/**
 * Creates a log of JSON lines. Log only the id of an inquiry, never a name, address or message. Log
 * expected errors as `err`, others as `fault`. Only in development does `fault` include messages,
 * because the developer is the only visitor.
 */
export function createLog(
  level: LogLevel,
  options: { destination?: DestinationStream; isDevelopment?: boolean } = {},
) {
  const timestamp = pino.stdTimeFunctions.isoTime;
  const serializers = {
    err: (error: unknown) => serializeError(error, { message: true, stack: true, fix: true }),
    fault: (error: unknown) =>
      serializeError(error, { message: options.isDevelopment ?? false, stack: true, fix: true }),
  };
  return pino({ level, base: null, timestamp, serializers }, options.destination);
}

/** An error of Node, SQLite, PostgreSQL or the store. */
interface LoggedError extends Error {
  code?: unknown;
  /** SQLite's extended result code. */
  errcode?: unknown;
  /**
   * Remedy in whole sentences, if known. Only errors that are written for the operator have this
   * property.
   */
  fix?: unknown;
  /** False for a failure that is not a fault of the program: its stack is of no use. */
  isBug?: boolean;
}

/** Parts of an error, and of its causes, that may be logged. */
interface Contents {
  message: boolean;
  stack: boolean;
  fix: boolean;
}

/**
 * Serializes an error. Omits other properties, because database errors may contain the rejected
 * row. Omits the message of an unexpected error, which may quote a visitor, unless it is written
 * for the operator. Omits the stacks of an error that is not a bug, and of its causes.
 */
function serializeError(error: unknown, allowed: Contents): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '', cause } = error;
  const { code, errcode, fix, isBug = true }: LoggedError = error;
  const isForOperator = 'fix' in error;
  const hasMessage = allowed.message || isForOperator;
  const hasStack = allowed.stack && isBug;
  const shownFix = allowed.fix ? fix : undefined;
  const ofCause = {
    message: hasMessage,
    stack: hasStack,
    fix: allowed.fix && shownFix === undefined,
  };
  // JSON omits undefined values.
  return {
    type: name,
    message: hasMessage ? message : undefined,
    fix: shownFix,
    code,
    errcode,
    stack: hasStack ? formatStack(stack, hasMessage) : undefined,
    cause: cause === undefined ? undefined : serializeError(cause, ofCause),
  };
}

/** Formats a stack. Without `hasMessage`, removes its first lines, which repeat the message. */
function formatStack(stack: string, hasMessage: boolean): string {
  if (hasMessage) return stack;
  const lines = stack.split('\n');
  return lines.filter((line) => /^ +at /.test(line)).join('\n');
}

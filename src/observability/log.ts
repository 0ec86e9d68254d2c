import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { LogLevel } from '../config/settings.ts';
import { minuteMs } from '../inquiry/format-time.ts';
import { getOwnFix } from '../store/store-advice.ts';
import { StoreUnavailable } from '../store/store-errors.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Id of the request that is being handled. */
export const requestIds = new AsyncLocalStorage<string | undefined>();

interface LogOptions {
  /** Default: stdout. */
  destination?: DestinationStream;
  /** Logs every error, and messages of unexpected ones: the developer is the only visitor. */
  isDevelopment?: boolean;
  /** Monotonic clock, in milliseconds. */
  monotonic?: () => number;
}

/**
 * Creates a log of JSON lines. Log only an inquiry's id, never a name, an address or a message. Log
 * expected errors as `err`, others as `fault`. A repeated error is logged once a minute, with the number
 * of lines that were omitted before.
 */
export function createLog(
  level: LogLevel,
  { destination, isDevelopment = false, monotonic = () => performance.now() }: LogOptions = {},
): Logger {
  const options: LoggerOptions = {
    level,
    ...(!isDevelopment && { hooks: { logMethod: omitRepeatedErrors(monotonic) } }),
    base: null,
    mixin: () => ({ requestId: requestIds.getStore() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error) => serializeError(error),
      fault: (error) => serializeError(error, isDevelopment),
    },
  };
  return pino(options, destination);
}

const repeatMs = minuteMs;
const maxRememberedErrors = 100;

/** Creates the hook that logs the same error once a minute. */
function omitRepeatedErrors(monotonic: () => number): LogHook {
  const logged = new Map<string, { until: number; omitted: number }>();
  return function (args, method) {
    const [fields, message] = args as unknown as [{ err?: unknown; fault?: unknown }, string?];
    const error = fields.err ?? fields.fault;
    if (!(error instanceof Error)) return method.apply(this, args);
    const key = JSON.stringify([message, serializeError(error)]);
    const now = monotonic();
    const earlier = logged.get(key);
    if (earlier && now < earlier.until) {
      earlier.omitted += 1;
      return;
    }
    if (logged.size >= maxRememberedErrors) logged.clear();
    logged.set(key, { until: now + repeatMs, omitted: 0 });
    method.call(this, earlier?.omitted ? { ...fields, omitted: earlier.omitted } : fields, message);
  };
}

type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * Omits other properties: database errors may carry the rejected row. Omits the message of an
 * unexpected error, which may quote a visitor, unless it is the store's, which names the fix.
 */
function serializeError(error: unknown, isExpected = true): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '', cause } = error;
  const hasMessage = isExpected || error instanceof StoreUnavailable;
  const fix = hasMessage && getOwnFix(error);
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line));
  return {
    type: name,
    ...(hasMessage && { message }),
    ...(fix && { fix }),
    ...('code' in error && { code: error.code }),
    ...('errcode' in error && { errcode: error.errcode }),
    stack: hasMessage ? stack : frames.join('\n'),
    ...(cause !== undefined && { cause: serializeError(cause, hasMessage) }),
  };
}

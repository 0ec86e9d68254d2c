import type { Logger } from 'pino';
import { hourMs, minuteMs } from '../text/format-time.ts';

/** The log. Fields contain the id of an inquiry, never its content. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

type WriteLine = (fields: object, text: string) => void;

/** A log for one kind of line. */
export interface LimitedLog {
  info: WriteLine;
  warn: WriteLine;
  error: WriteLine;
}

interface LogLimit {
  /** Maximum number of lines in a period (default: 1,000). */
  maxLines?: number;
  /** Length of a period in milliseconds (default: an hour). */
  periodMs?: number;
  /** Clock in milliseconds that never goes back. */
  monotonic?: () => number;
}

/**
 * Limits a kind of line, by default to 1,000 in an hour, so that a flood does not push out lines
 * that a restore needs. Writes further lines at debug level, and a warning before the first of them
 * unless `maxLines` is 1.
 */
export function limitLog(
  log: Log,
  { maxLines = 1000, periodMs = hourMs, monotonic = () => performance.now() }: LogLimit = {},
): LimitedLog {
  let lines = 0;
  /** Monotonic time in milliseconds. */
  let periodEndMs = 0;

  /** Counts a line with this text. Returns true if it is within the limit. */
  function countLine(text: string): boolean {
    const monotonicNow = monotonic();
    if (monotonicNow >= periodEndMs) {
      lines = 0;
      periodEndMs = monotonicNow + periodMs;
    }
    lines += 1;
    if (lines === maxLines + 1 && maxLines > 1) {
      const minutes = Math.ceil((periodEndMs - monotonicNow) / minuteMs);
      log.warn({}, `Further lines of this kind are left out for ${minutes} min: ${text}`);
    }
    return lines <= maxLines;
  }

  const limit =
    (level: keyof LimitedLog): WriteLine =>
    (fields, text) => {
      if (countLine(text)) log[level](fields, text);
      else log.debug(fields, text);
    };
  return { info: limit('info'), warn: limit('warn'), error: limit('error') };
}

import type { Logger } from 'pino';
import { hourMs, minuteMs } from '../text/format-time.ts';

/** Fields carry the inquiry's id, never its content. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

type WriteLine = (fields: object, text: string) => void;

/** A log for one kind of line. */
export interface LimitedLog {
  info: WriteLine;
  warn: WriteLine;
  error: WriteLine;
}

interface LogLimit {
  /** Lines in a period (default: 1,000). */
  maxLines?: number;
  /** Milliseconds (default: an hour). */
  periodMs?: number;
  /** Clock in milliseconds that never goes back. */
  monotonic?: () => number;
}

/**
 * Limits a kind of line to 1,000 in an hour by default; writes the others at debug level, and a warning
 * before the first of them, unless a period has one line only. The log of a flood would push out lines
 * that a restore needs.
 */
export function limitLog(
  log: Log,
  { maxLines = 1000, periodMs = hourMs, monotonic = () => performance.now() }: LogLimit = {},
): LimitedLog {
  let lines = 0;
  /** Time of `monotonic`, in milliseconds. */
  let periodEndsAt = 0;

  /** Counts a line with this text. Returns whether it is within the limit. */
  function countLine(text: string): boolean {
    const now = monotonic();
    if (now >= periodEndsAt) {
      lines = 0;
      periodEndsAt = now + periodMs;
    }
    lines += 1;
    if (lines === maxLines + 1 && maxLines > 1) {
      const minutes = Math.ceil((periodEndsAt - now) / minuteMs);
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

import type { Logger } from 'pino';
import { hourMs } from '../inquiry/format-time.ts';

/** Fields carry the inquiry's id, never its content. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** A log for one kind of line. */
export type LimitedLog = Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>;

interface LogLimit {
  /** Lines in a period. */
  maxLines?: number;
  periodMs?: number;
  /** A clock in milliseconds that never goes back. */
  monotonic?: () => number;
}

/**
 * Limits a kind of line to 1,000 in an hour by default; writes the others at debug level. The log of a
 * flood would push out lines that a restore needs.
 */
export function limitLog(
  log: Log,
  { maxLines = 1000, periodMs = hourMs, monotonic = () => performance.now() }: LogLimit = {},
): LimitedLog {
  let lines = 0;
  let endsAt = 0;
  const limit = (level: keyof LimitedLog) => (fields: object, text: string) => {
    const now = monotonic();
    if (now >= endsAt) [lines, endsAt] = [0, now + periodMs];
    lines += 1;
    log[lines <= maxLines ? level : 'debug'](fields, text);
  };
  return { info: limit('info'), warn: limit('warn'), error: limit('error') };
}

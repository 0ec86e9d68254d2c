import { uptime } from 'node:os';
import type { Log } from '../log/limit-log.ts';

const intervalMs = 1000;
/** Minimum standstill to log. A shorter one may be a busy event loop. */
const minStandstillMs = 5000;

/**
 * Logs how long the process stood still because it was stopped (SIGSTOP, a frozen container) or the
 * machine slept. `readUptime`: a clock in seconds that includes sleep and is never set; on Linux it
 * is CLOCK_BOOTTIME. Timers and `performance.now()` use CLOCK_MONOTONIC, which stops during sleep.
 */
export function watchStandstill(log: Pick<Log, 'warn'>, readUptime: () => number = uptime): void {
  let lastUptime = readUptime();
  const timer = setInterval(() => {
    const currentUptime = readUptime();
    const lateMs = (currentUptime - lastUptime) * 1000 - intervalMs;
    lastUptime = currentUptime;
    if (lateMs < minStandstillMs) return;
    // The standstill began within an interval, so count half of the interval.
    const seconds = Math.round((lateMs + intervalMs / 2) / 1000);
    log.warn({ seconds }, `The process stood still for ${seconds} s`);
  }, intervalMs);
  timer.unref();
}

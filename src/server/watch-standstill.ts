import { uptime } from 'node:os';
import type { Log } from '../log/limit-log.ts';

const intervalMs = 1000;
/** A shorter standstill may be a busy event loop. */
const minStandstillMs = 5000;

/**
 * Logs how long the process stood still, once it runs again: it was stopped (SIGSTOP, a frozen container), or
 * the machine slept. `readUptime` is a clock in seconds that counts the sleep, and that nobody sets: on Linux
 * CLOCK_BOOTTIME. Timers and `performance.now()` use CLOCK_MONOTONIC, which stops in sleep.
 */
export function watchStandstill(log: Pick<Log, 'warn'>, readUptime: () => number = uptime): void {
  let seenAt = readUptime();
  const timer = setInterval(() => {
    const now = readUptime();
    const lateMs = (now - seenAt) * 1000 - intervalMs;
    seenAt = now;
    if (lateMs < minStandstillMs) return;
    // The standstill began at an unknown time within an interval: counts half of that.
    const seconds = Math.round((lateMs + intervalMs / 2) / 1000);
    log.warn({ seconds }, `The process stood still for ${seconds} s`);
  }, intervalMs);
  timer.unref();
}

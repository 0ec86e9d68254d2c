import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';

/**
 * Calls `stop` once the shell of npm has ended: npm sends SIGTERM to it, which leaves this process to a new
 * parent, with its port.
 */
export function watchShell(stop) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

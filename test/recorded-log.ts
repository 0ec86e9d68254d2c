import { createLog } from '../src/observability/log.ts';

/** A log that keeps its lines, to be looked at. */
export function recordedLog() {
  const lines: string[] = [];
  const log = createLog('debug', { destination: { write: (line) => lines.push(line) } });
  return { log, lines, text: () => lines.join('') };
}

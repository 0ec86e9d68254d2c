import { hourMs } from '../inquiry/format-time.ts';

const maxLines = 1000;

/**
 * Creates a function that tells if one more line of a kind is logged at its level: 1,000 in an hour. The
 * log of a flood would push out lines that a restore needs. `monotonic` is in milliseconds.
 */
export function createLogLimit(monotonic = () => performance.now()): () => boolean {
  let lines = 0;
  let endsAt = 0;
  return () => {
    const now = monotonic();
    if (now >= endsAt) [lines, endsAt] = [0, now + hourMs];
    lines += 1;
    return lines <= maxLines;
  };
}

import type { Log } from './log.ts';

export interface RefusedOriginsOptions {
  log: Log;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** The site's origin, such as https://www.example.com; without it, the Host header's. */
  publicUrl: string | undefined;
}

/** Anybody may send any number of such posts: they are told of once in a while. */
const windowMs = 60_000;
/** `https://`, a host name of 253 characters and a port: no real one is longer. */
const longestOrigin = 267;

/** Logs a post that was refused by its origin, and how many there were since it last did. */
export function logRefusedOrigins({ log, clock, publicUrl }: RefusedOriginsOptions) {
  let loggedAt = -Infinity;
  let count = 0;
  return (sentOrigin: string | null) => {
    count += 1;
    const now = clock();
    if (now - loggedAt < windowMs) return;
    const origin = sentOrigin?.slice(0, longestOrigin);
    // A PUBLIC_URL that is wrong, or missing behind a proxy, shows here.
    log.warn({ origin, publicUrl, count }, 'Refused another site’s post');
    loggedAt = now;
    count = 0;
  };
}

/** How many submissions are taken in a stretch of time. */
export interface RateLimit {
  submissions: number;
  seconds: number;
}

const secondsIn = { sec: 1, min: 60, hour: 60 * 60, day: 24 * 60 * 60 };

/** Reads a setting such as `10/min,50/day`, or `off`; the shortest stretch comes first. */
export function toRateLimits(text: string): RateLimit[] | undefined {
  if (text.toLowerCase() === 'off') return [];
  const limits = text.split(',').map(toRateLimit);
  if (limits.includes(undefined)) return undefined;
  const sorted = (limits as RateLimit[]).toSorted((a, b) => a.seconds - b.seconds);
  const isTwice = sorted.some(({ seconds }, index) => seconds === sorted[index + 1]?.seconds);
  return isTwice ? undefined : sorted;
}

function toRateLimit(text: string): RateLimit | undefined {
  const [, submissions, unit] = /^([1-9]\d{0,5})\/(sec|min|hour|day)$/i.exec(text.trim()) ?? [];
  if (!submissions || !unit) return undefined;
  const seconds = secondsIn[unit.toLowerCase() as keyof typeof secondsIn];
  return { submissions: Number(submissions), seconds };
}

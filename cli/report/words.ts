const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const none = '–';

export const inWords = (count: number): string => count.toLocaleString('en');

/** Rounded down, so that only what is whole is 100%. */
export const percent = (share: number | undefined): string =>
  share === undefined ? none : `${Math.floor(share * 100)}%`;

/** Rounded to the nearest, for shares that stand beside each other. */
export const shareOf = (count: number, all: number): string =>
  `${Math.round((count / all) * 100)}%`;

/** "45 min", "9.4 h" or "3.2 days". */
export function duration(ms: number | undefined): string {
  if (ms === undefined) return none;
  if (ms < hourMs) return `${Math.round(ms / minuteMs)} min`;
  if (ms < 2 * dayMs) return `${(ms / hourMs).toFixed(1)} h`;
  return `${(ms / dayMs).toFixed(1)} days`;
}

/** A day such as 2026-11-16, or the day of a time, as "November 16, 2026". */
export const longDate = (day: string): string => inUtc(day, { month: 'long', year: 'numeric' });

/** The same as "Nov 16". */
export const shortDate = (day: string): string => inUtc(day, { month: 'short' });

export const monthOf = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short' });

const inUtc = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Date(day).toLocaleDateString('en-US', { timeZone: 'UTC', day: 'numeric', ...options });

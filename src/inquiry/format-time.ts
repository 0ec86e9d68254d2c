/** Formats a time (milliseconds since the epoch) in `timeZone` (IANA name). */
export const formatTime = (timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(ms);

/** Formats the date of a time (milliseconds since the epoch) in `timeZone` (IANA name). */
export const formatDate = (timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(ms);

/** Formats a time (ms since the epoch) as ISO 8601 in UTC, which sorts as text. */
export const toIso = (ms: number): string => new Date(ms).toISOString();

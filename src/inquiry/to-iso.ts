/** A time as the store keeps it: ISO 8601 in UTC, which sorts as text. `ms`: since the epoch. */
export const toIso = (ms: number): string => new Date(ms).toISOString();

import type { Logger } from 'pino';

/** Fields carry the inquiry's id, never its content. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

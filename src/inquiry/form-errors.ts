import type { Field } from './inquiry.ts';

/**
 * Limit that rejected a form: that of the network from which it came (`tooMany`), or that of all
 * networks together (`tooManyOverall`).
 */
export type ExceededLimit = 'tooMany' | 'tooManyOverall';

/** Reason why a whole form was rejected. */
export type FormRejection = 'failed' | 'tooLarge' | ExceededLimit;

/** Submitted or rendered values of a form. */
export type FormValues = Partial<Record<Field, string>>;

/** Messages by field. `form`: reason why the whole form was rejected. */
export type FormErrors = { [name in Field]?: string | undefined } & {
  form?: FormRejection | undefined;
};

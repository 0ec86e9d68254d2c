import { createContext, useContext } from 'react';
import type { ReceiptTimes } from '../inquiry/deadlines.ts';

/**
 * A rejected native submission: its values, unless its body was not read, and the errors by field.
 * `errors.form` is the reason if the whole form was rejected: `failed`, `tooLarge`, `tooMany` or `busy`,
 * these with `retryAfterSeconds`.
 */
export interface PostedForm {
  values?: Record<string, string> | undefined;
  errors: Record<string, string>;
  retryAfterSeconds?: number | undefined;
}

/** What the build does not know. The server writes it to the root element, from which hydration reads it. */
export interface SiteData {
  year: number;
  /** Retention in months, named in the privacy notice; undefined for no limit. */
  retentionMonths?: number | undefined;
  posted?: PostedForm;
  /** On the success page of a native submission. */
  sent?: ReceiptTimes;
}

export const SiteDataContext = createContext({} as SiteData);

export const useSiteData = () => useContext(SiteDataContext);

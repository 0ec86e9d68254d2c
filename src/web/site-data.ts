import { createContext, useContext } from 'react';
import type { ReceiptTimes } from './contact-form/receipt-times.ts';

/**
 * A rejected native submission: its values, unless its body was not read, and the errors by field.
 * `errors.form` is the reason if the whole form was rejected: `failed`, `tooLarge`, or with
 * `retryAfterSeconds` `tooMany` or `tooManyOverall`.
 */
export interface PostedForm {
  values?: Record<string, string> | undefined;
  errors: Record<string, string>;
  /** Names of invalid fields of which `values` has only the beginning. */
  cut?: string[];
  retryAfterSeconds?: number | undefined;
}

/** Data that the build does not know. The server writes it to the document, from which hydration reads it. */
export interface SiteData {
  year: number;
  /**
   * For how long an inquiry is kept, a sentence of the privacy notice. Formatted by the server: the first
   * formatted number takes a phone 40 ms. Absent on pages of action links.
   */
  retention?: string;
  posted?: PostedForm;
  /** On the receipt page of a native submission. */
  sent?: ReceiptTimes;
}

/** Formats site data for the root element, without posted values: they stand in the fields of the form. */
export function formatSiteData({ posted, ...site }: SiteData): string {
  if (!posted) return JSON.stringify(site);
  return JSON.stringify({ ...site, posted: { ...posted, values: undefined } });
}

/** Reads the site data from the document that the server rendered. */
export function readSiteData(root: HTMLElement): SiteData {
  const site = JSON.parse(root.dataset['site'] ?? '') as SiteData;
  const form = root.querySelector('form');
  if (!site.posted || !form?.querySelector('#firstName[value]')) return site;
  return { ...site, posted: { ...site.posted, values: readRenderedValues(form) } };
}

/** Returns the values with which the server rendered a form, whatever was typed since. */
function readRenderedValues(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) {
      values[field.name] = field.querySelector<HTMLOptionElement>('[selected]')?.value ?? '';
    } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      values[field.name] = field.defaultValue;
    }
  }
  return values;
}

export const SiteDataContext = createContext({} as SiteData);

export const useSiteData = () => useContext(SiteDataContext);

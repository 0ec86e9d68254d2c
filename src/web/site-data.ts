import { createContext, useContext } from 'react';
import type { FormErrors, FormValues } from '../inquiry/form-errors.ts';
import type { Field } from '../inquiry/inquiry.ts';
import type { ReceiptTimes } from './contact-form/receipt-times.ts';

/** A rejected native submission: its values, unless its body was not read, and its errors. */
export interface PostedForm {
  values?: FormValues | undefined;
  errors: FormErrors;
  /** Names of invalid fields whose `values` are truncated. */
  cut?: Field[];
  /** Set if a limit was exceeded. */
  retryAfterSeconds?: number | undefined;
}

/**
 * Data that is unknown at build time. The server writes it to the document, and hydration reads it
 * from there.
 */
export interface SiteData {
  year: number;
  /**
   * Sentence of the privacy notice about how long an inquiry is kept. The server formats it,
   * because the first formatted number takes a phone 40 ms. Absent on pages of action links.
   */
  retention?: string;
  posted?: PostedForm;
  /** Set on the receipt page of a native submission. */
  sent?: ReceiptTimes;
}

/**
 * Formats site data for the root element. Posted values are left out: the fields of the form have
 * them.
 */
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

/** Returns the values with which the server rendered a form, ignoring later input. */
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

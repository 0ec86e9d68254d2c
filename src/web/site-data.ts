import { createContext, useContext } from 'react';

/**
 * A form that was posted without script and came back: what was typed, and what to change by field.
 * Under `form`, why none of it was taken: `failed`, `tooLarge` or `tooMany`.
 */
export interface PostedForm {
  values: Record<string, string>;
  errors: Record<string, string>;
}

/**
 * What a document knows that the build does not. The server puts it on the root element, and the
 * browser reads it back, so that both always render the same.
 */
export interface Site {
  year: number;
  /** Months that an inquiry is kept, as the privacy note promises; without it, no limit. */
  retentionMonths?: number | undefined;
  posted?: PostedForm;
  /** This document thanks for an inquiry that was posted without script. */
  sent?: true;
}

const SiteContext = createContext<Site | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it');
  return site;
}

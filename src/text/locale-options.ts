/** Locale and time zone of the numbers and times in a text. `Firm` has both. */
export interface LocaleOptions {
  /** Language tag (BCP 47), such as en-GB (default: en-US). */
  locale?: string | undefined;
  /** IANA name. */
  timeZone: string;
}

export const defaultLocale = 'en-US';

/**
 * Returns the options for texts to the team, which are always English. Other languages use en-GB.
 */
export function toTeamEnglish({ locale = defaultLocale, timeZone }: LocaleOptions): LocaleOptions {
  const isEnglish = /^en\b/.test(locale);
  return { locale: isEnglish ? locale : 'en-GB', timeZone };
}

/** Place where texts are read: the form of their numbers and times, and the time zone. `Firm` has both. */
export interface Place {
  /** Language tag (BCP 47), such as en-GB (default: en-US). */
  locale?: string | undefined;
  /** IANA name. */
  timeZone: string;
}

export const defaultLocale = 'en-US';

/** Returns the place of texts that are always English, those to the team: of another language, as in en-GB. */
export function toEnglish({ locale = defaultLocale, timeZone }: Place): Place {
  const isEnglish = /^en\b/.test(locale);
  return { locale: isEnglish ? locale : 'en-GB', timeZone };
}

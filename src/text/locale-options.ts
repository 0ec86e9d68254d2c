/** Form of numbers and times in a text, and their time zone. `Firm` has both. */
export interface LocaleOptions {
  /** Language tag (BCP 47), such as en-GB (default: en-US). */
  locale?: string | undefined;
  /** IANA name. */
  timeZone: string;
}

export const defaultLocale = 'en-US';

/** Returns the options for texts to the team, which are always English: of another language, those of en-GB. */
export function toTeamEnglish({ locale = defaultLocale, timeZone }: LocaleOptions): LocaleOptions {
  const isEnglish = /^en\b/.test(locale);
  return { locale: isEnglish ? locale : 'en-GB', timeZone };
}

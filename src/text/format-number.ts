import { defaultLocale, type LocaleOptions } from './locale-options.ts';

type Locale = Pick<LocaleOptions, 'locale'>;

/** Formatters by locale. */
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Locales that use the digits 0 to 9. Others may have their own digits. */
const latinDigits = /^(?:da|de|en|es|fi|fr|it|nl|pt|sv)(?:-..)?$/;

/**
 * Formats a number, such as "1,200". Avoids a formatter if possible, because creating the first one
 * takes a phone 40 ms. Reuses formatters, because `toLocaleString` takes 30 times as long.
 */
export function formatNumber({ locale = defaultLocale }: Locale, value: number): string {
  const digits = String(value);
  if (/^\d{1,3}$/.test(digits) && latinDigits.test(locale)) return digits;
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale);
  numberFormats.set(locale, format);
  return format.format(value);
}

/** Texts with a number, by plural category (CLDR). English has `one` and `other`. */
export interface PluralTexts extends Partial<Record<Intl.LDMLPluralRule, PluralText>> {
  other: PluralText;
}

/** `count`: the formatted number. */
type PluralText = (count: string) => string;

/** Formatters by locale. */
const pluralRules = new Map<string, Intl.PluralRules>();

/** Formats a text with a number. */
export function formatPlural(localeOptions: Locale, texts: PluralTexts, count: number): string {
  const { locale = defaultLocale } = localeOptions;
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale);
  pluralRules.set(locale, rules);
  const text = texts[rules.select(count)] ?? texts.other;
  return text(formatNumber(localeOptions, count));
}

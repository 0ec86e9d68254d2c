/** A text with a number, by the plural categories of its language (CLDR): English has `one` and `other`. */
export interface PluralTexts extends Partial<Record<Intl.LDMLPluralRule, PluralText>> {
  other: PluralText;
}

/** `count`: formatted number. */
type PluralText = (count: string) => string;

let rules: Intl.PluralRules | undefined;

/** Writes a text with a number. */
export function formatPlural(texts: PluralTexts, count: number): string {
  rules ??= new Intl.PluralRules('en-US');
  const text = texts[rules.select(count)] ?? texts.other;
  return text(count.toLocaleString('en'));
}

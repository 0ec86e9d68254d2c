import type { Palette } from '../../src/content/colors.ts';
import type { Firm } from '../../src/content/firm.ts';
import { officeHours } from '../../src/content/office-hours.ts';

/** What a firm could be known by in a text: each of its facts, and each of its colours. */
export function brandMarkers(firm: Firm, palette: Palette): RegExp[] {
  const { name, email, home, address, hours, heroImage } = firm;
  const facts = [
    ...[
      name,
      name.split(' ')[0],
      firm.platform,
      email,
      email.split('@')[1],
      email.split(/[@.]/)[1],
    ],
    ...[home, ...home.split(', '), ...Object.values(address)],
    ...[officeHours(hours).days, officeHours(hours).times, hours.zone, firm.timeZone],
    ...[firm.blurb, firm.disclaimer],
    ...[new URL(heroImage.url).host, heroImage.url.split('?')[0]],
  ];
  // A shorter one stands somewhere by chance.
  const words = facts.filter((fact) => fact !== undefined && fact.length > 2);
  const asWord = (word = '') => new RegExp(`(?<![\\w-])${RegExp.escape(word)}(?![\\w-])`);
  return [...words.map(asWord), ...colorsIn(palette).map((color) => new RegExp(color, 'i'))];
}

/** Every colour of a palette but white, without its opacity. */
const colorsIn = (held: object): string[] => [
  ...new Set(
    Object.values(held).flatMap((value: object | string) =>
      typeof value === 'object' ? colorsIn(value) : value.length > 4 ? [value.slice(0, 7)] : [],
    ),
  ),
];

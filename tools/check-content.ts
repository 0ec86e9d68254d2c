import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { readThemeColors } from '../src/config/read-theme-colors.ts';
import { companySizes, personas, timelines } from '../src/content/fields.ts';
import { administrator, firm } from '../src/content/firm.ts';
import { pages } from '../src/content/pages.ts';
import { linkDays, promisedHours } from '../src/content/periods.ts';
import { imagesFolder, readStaticFiles } from '../src/http/pages/static-files.ts';
import { describeEndOfHolidays } from '../src/inquiry/office-hours.ts';
import { statuses } from '../src/inquiry/status.ts';
import { dayMs } from '../src/text/format-time.ts';
import { getPageFile } from '../src/web/page-file.ts';
import { getHeroImageUrl } from '../src/web/pages/home/hero-image-url.ts';
import { findDrawingErrors } from './check-drawing.ts';
import { findPaletteErrors } from './check-palette.ts';
import type { RenderedDocument } from './measure-bytes.ts';

/** Checks rules for `src/content` and the statuses that types cannot express. */
export function findContentErrors(): string[] {
  const errors = [
    ...findFirmErrors(),
    ...findMissingLocale(),
    ...findChoiceErrors(),
    ...findPageErrors(),
    ...findLinkErrors(),
    ...findAnchorErrors(),
    ...findStatusErrors(),
    ...findImageErrors(),
    ...findPeriodErrors(),
    ...findPaletteErrors(readFileSync('src/content/palette.css', 'utf8')),
    ...findAllDrawingErrors(),
  ];
  // An unreadable color is reported twice, with the palette and with the mark.
  return [...new Set(errors)];
}

/** Checks the format of facts. */
function findFirmErrors() {
  const email = z.email('is not an e-mail address such as partners@example.com');
  const timeZone = z
    .string()
    .refine(isTimeZone, 'is not a time zone of the IANA database such as Europe/Paris');
  const locale = z
    .string()
    .refine(
      isLocale,
      'is not a language tag: write the codes of language and country, such as en-GB or nl-NL',
    );
  const country = z
    .string()
    .refine(isCountryCode, 'is not the code of a country in capitals, such as IE');
  const address = z.optional(z.object({ country }));
  const holidays = z.array(z.iso.date('is not a date such as 2026-12-25'));
  // The server compares times as text.
  const time = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, {
    error: 'is not a time of 24 hours such as 08:30',
    abort: true,
  });
  const open = z.object({ from: time, to: time }).refine(({ from, to }) => from < to, {
    path: ['to'],
    error: 'is not later than firm.hours.open.from',
  });
  const hours = z.object({ open });
  const to = z
    .string()
    .regex(
      /^(?:[/#]|[a-z]+:)/,
      'is neither a path such as /about nor an address such as https://example.com',
    );
  const facts = z.optional(z.array(z.object({ to: z.optional(to) })));
  const imageUrl = z
    .string()
    .regex(
      /^(?:https:\/)?\//,
      'begins neither with https:// nor with the slash of a path such as /hero-{width}.jpg: write one of them',
    );
  const heroImage = z.optional(z.object({ url: imageUrl }));
  const schema = z.object({
    firm: z.object({
      email,
      address,
      locale: z.optional(locale),
      timeZone,
      holidays,
      hours,
      facts,
      heroImage,
    }),
    administrator: z.object({ email }),
  });
  const { error } = schema.safeParse({ firm, administrator });
  const issues = error?.issues ?? [];
  return issues.map(({ path, message }) => `src/content/firm.ts: ${path.join('.')} ${message}.`);
}

/**
 * Warns if the list of holidays ends within 12 months. Not an error, because no date may prevent an
 * upgrade.
 */
export function findEndOfHolidays(): string[] {
  const end = describeEndOfHolidays(firm.holidays, Date.now(), 365 * dayMs);
  return end ? [`src/content/firm.ts: ${end}. Add those of the next 12 months.`] : [];
}

/** Warns of titles that search results cut, which is no error. */
export function findLongTitles(documents: RenderedDocument[]): string[] {
  const maxLength = 70;
  return documents.flatMap(({ path, html }) => {
    const [, title = ''] = /<title>([^<]*)/.exec(html) ?? [];
    // An entity is one character.
    const { length } = title.replaceAll(/&#?\w+;/g, '.');
    if (length <= maxLength) return [];
    const file = `src/content/${basename(getPageFile(path), '.tsx')}.ts`;
    return [
      `${file}: the title of ${path} has ${length} characters: shorten it to ${maxLength}, because search results cut longer ones.`,
    ];
  });
}

/**
 * Tells if a time zone exists. `Intl.supportedValuesOf` lists only the oldest name of a zone, such
 * as Europe/Kiev for Europe/Kyiv.
 */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Requires a locale unless the firm is in the United States, whose dates and numbers are the
 * default.
 */
function findMissingLocale(): string[] {
  if (firm.locale !== undefined || firm.address?.country === 'US') return [];
  const locales = suggestLocales(firm.address?.country).join(' or ');
  return [
    `src/content/firm.ts: firm.locale is missing: write the language tag of the site, such as ${locales}. For dates and numbers of American English, write en-US.`,
  ];
}

/** Returns language tags for a country: with its main language, and with English. */
function suggestLocales(country: string | undefined): string[] {
  if (country === undefined || !isCountryCode(country)) return ['en-GB', 'nl-NL'];
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  return [...new Set([`${language}-${country}`, `en-${country}`])];
}

/** Tells if text is a code of ISO 3166. An alias such as UK is not. */
function isCountryCode(text: string): boolean {
  return /^[A-Z]{2}$/.test(text) && isLocale(`en-${text}`);
}

/**
 * Tells if text is a canonical language tag (BCP 47) with a known language and an existing country.
 */
function isLocale(tag: string): boolean {
  try {
    const { language, region } = new Intl.Locale(tag);
    const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const isCountry = region === undefined || countries.of(region) !== undefined;
    const isLanguage = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
    return isLanguage && isCountry && Intl.getCanonicalLocales(tag).includes(tag);
  } catch {
    // The tag is malformed, such as "en_GB".
    return false;
  }
}

/** Checks that visitors can tell the choices of a list apart. */
function findChoiceErrors(): string[] {
  const lists = Object.entries({ personas, companySizes, timelines });
  return lists.flatMap(([list, choices]) =>
    findRepeated(Object.values(choices)).map(
      (label) =>
        `src/content/fields.ts: two choices of ${list} have the label "${label}": write another one for one of them.`,
    ),
  );
}

/** Returns the texts that a list has more than once. */
const findRepeated = (texts: string[]): string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
];

/** Checks that each page has a valid path of its own, a name of its own and a component. */
function findPageErrors(): string[] {
  const missing = ['/', '/contact'].filter((needed) => !pages.some(({ path }) => path === needed));
  const missingErrors = missing.map(
    (path) =>
      `src/content/pages.ts has no page with the path ${path}, to which other pages link: add it.`,
  );
  const errors = pages.flatMap(({ path }) => {
    if (!/^\/[a-z\d-]*$/i.test(path)) {
      return [
        `src/content/pages.ts: "${path}" is not the path of a page: write a slash and letters from a to z, digits or hyphens, such as /news or /our-team.`,
      ];
    }
    const file = getPageFile(path);
    return existsSync(file) ? [] : [`src/content/pages.ts: ${path} needs ${file}.`];
  });
  const repeated = [
    // Paths are case-insensitive.
    ...findRepeated(pages.map(({ path }) => path.toLowerCase())).map((path) => `path "${path}"`),
    ...findRepeated(pages.map(({ name }) => name)).map((name) => `name "${name}"`),
  ];
  const repeatErrors = repeated.map(
    (text) =>
      `src/content/pages.ts: two pages have the ${text}: write another one for one of them, or remove it.`,
  );
  return [...missingErrors, ...errors, ...repeatErrors];
}

/** Checks that links in the content and in components lead to pages. */
function findLinkErrors(): string[] {
  // The path of a link may be followed by `#` or `?`.
  const pageLink = /\b(?:to|href|path)(?:: |=\{?)["'`](\/[a-z\d-]*)(?=["'`#?])/gi;
  // Includes Home and Contact, because other errors report them if they are missing.
  const paths = new Set(['/', '/contact', ...pages.map(({ path }) => path.toLowerCase())]);
  return findMatches(['src/content/*.ts', 'src/web/**/*.tsx'], pageLink)
    .filter(({ found }) => !paths.has(found.toLowerCase()))
    .map(
      ({ place, found }) =>
        `${place} links to ${found}, which is no page of src/content/pages.ts: remove the link, or name another page.`,
    );
}

/** Checks that links in the content to a section, such as `#sectors`, have a target. */
function findAnchorErrors(): string[] {
  const ids = findMatches(['src/web/**/*.tsx'], /\bid="([\w-]+)"/g).map(({ found }) => found);
  const anchorLink = /\bto: ['"](?:\/[a-z\d-]*)?#([\w-]+)['"]/gi;
  return findMatches(['src/content/*.ts'], anchorLink)
    .filter(({ found }) => !ids.includes(found))
    .map(
      ({ place, found }) =>
        `${place} links to #${found}, which is the id of no element in src/web: remove the link, or name another place.`,
    );
}

/** Finds the matches of a pattern's group in files. `place`: file and line. */
function findMatches(globs: string[], pattern: RegExp): { place: string; found: string }[] {
  const files = globSync(globs, { exclude: ['**/*.test.*'] }).sort();
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(pattern)].map(({ 1: found = '', index }) => {
      const line = text.slice(0, index).split('\n').length;
      return { place: `${file}:${line}`, found };
    });
  });
}

/** Checks that each status can be typed without quotes. */
function findStatusErrors(): string[] {
  return statuses
    .filter((status) => !/^[a-z][a-z\d-]*$/.test(status))
    .map(
      (status) =>
        `src/inquiry/status.ts: "${status}" is not a name of a status: write one word in lower case, such as held or on-hold.`,
    );
}

/**
 * Checks that the server can serve the firm's images, and that no width of the hero image is
 * missing.
 */
function findImageErrors() {
  try {
    const files = readStaticFiles(imagesFolder);
    const { url = '', widths = [] } = firm.heroImage ?? {};
    const heroErrors = widths
      .map((width) => getHeroImageUrl(url, width))
      .filter((path) => path.startsWith('/') && !files.has(path))
      .map((path) => `src/content/firm.ts: heroImage needs ${imagesFolder}${path}.`);
    const pageErrors = findMatches(['src/web/**/*.tsx'], /\bsrc="(\/[^"]+)"/g)
      .filter(({ found }) => !files.has(found))
      .map(({ place, found }) => `${place} needs ${imagesFolder}${found}.`);
    return [...heroErrors, ...pageErrors];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Checks that the promised hours and the days of links can be kept. */
function findPeriodErrors(): string[] {
  const errors = [];
  if (promisedHours.response < promisedHours.review)
    errors.push(
      'src/content/periods.ts: promisedHours.response is shorter than promisedHours.review: an inquiry is reviewed before it is answered.',
    );
  if (linkDays < 1)
    errors.push(
      'src/content/periods.ts: linkDays is less than 1: links in e-mails would expire at once.',
    );
  return errors;
}

/**
 * Checks that pages have each drawing, can draw all of them and the mark completely, and that the
 * mark is visible in every header.
 */
export function findAllDrawingErrors() {
  const drawings = globSync('src/content/drawings/*.svg').sort();
  const errors = [
    ...findMissingDrawings(),
    ...drawings.flatMap((file) => findDrawingErrors(file, readFileSync(file, 'utf8'))),
  ];
  const mark = 'src/content/mark.svg';
  try {
    const { themeColors } = readThemeColors();
    return [...errors, ...findDrawingErrors(mark, readFileSync(mark, 'utf8'), themeColors)];
  } catch (error) {
    return [...errors, (error as Error).message];
  }
}

/** Checks that the drawings that pages import exist. */
function findMissingDrawings(): string[] {
  const imported = findMatches(['src/web/**/*.tsx'], /(?<=content\/)(drawings\/[\w-]+\.svg)\?raw/g);
  const files = new Set(imported.map(({ found }) => `src/content/${found}`));
  return [...files]
    .filter((file) => !existsSync(file))
    .sort()
    .map((file) => `${file} is missing: an empty file leaves it out.`);
}

type Scheme = 'light' | 'dark';

/** Two custom properties of the palette: a color and the one behind it. */
interface ColorPair {
  color: string;
  on: string;
  /**
   * Minimum contrast: 4.5 for text (WCAG 1.4.3), 3 for controls and focus outlines (WCAG 1.4.11).
   */
  ratio: 4.5 | 3;
  /** Classes of elements that have both colors. */
  elements: string[];
  /** Default: both. */
  scheme?: Scheme;
  /** True for text of more than a few words. */
  isRunningText?: true;
}

const formThemes = ['theme-film', 'theme-paper', 'theme-stone'];
const sections = [...formThemes, 'theme-ink', 'theme-deep'];
const outlook = 'theme-film outlook';
const all = [...sections, outlook];
const band = { ratio: 4.5, elements: [outlook], isRunningText: true } satisfies Partial<ColorPair>;
// Includes the theme deep, which e-mails have in the dark scheme.
const errorThemes = ['theme-film', 'theme-paper', 'theme-deep'];

/** Pairs of colors on pages and in e-mails. */
export const colorPairs: ColorPair[] = [
  { color: 'text', on: 'surface', ratio: 4.5, elements: all, isRunningText: true },
  { color: 'muted', on: 'surface', ratio: 4.5, elements: all, isRunningText: true },
  { color: 'accent', on: 'surface', ratio: 4.5, elements: all },
  { color: 'error', on: 'surface', ratio: 4.5, elements: errorThemes },
  { color: 'button', on: 'surface', ratio: 3, elements: sections },
  { color: 'button-text', on: 'button', ratio: 4.5, elements: sections },
  { color: 'button-text', on: 'button-hover', ratio: 4.5, elements: sections },
  { color: 'button-text', on: 'button-active', ratio: 4.5, elements: sections },
  { color: 'text', on: 'field', ratio: 4.5, elements: formThemes },
  { color: 'field-line', on: 'field', ratio: 3, elements: formThemes },
  { color: 'field-line', on: 'surface', ratio: 3, elements: formThemes },
  { color: 'accent', on: 'field', ratio: 3, elements: formThemes },
  { color: 'error', on: 'field', ratio: 3, elements: formThemes },
  // Colors of the menu, the skip link and selected text.
  { color: 'chalk', on: 'ink', ratio: 4.5, elements: sections },
  { color: 'brass', on: 'ink', ratio: 4.5, elements: sections },
  // Bands of the outlook on About.
  { ...band, color: 'text', on: 'stone' },
  { ...band, color: 'ink', on: 'lichen', scheme: 'light' },
  { ...band, color: 'text', on: 'lichen', scheme: 'dark' },
  { ...band, color: 'chalk', on: 'moss', scheme: 'light' },
  { ...band, color: 'text', on: 'moss', scheme: 'dark' },
];

/** Returns sentences about pairs with too little contrast, and about colors that cannot be read. */
export function findPaletteErrors(css: string): string[] {
  /** First error of each pair in a scheme. Text comes before controls, and needs more contrast. */
  const errors = new Map<string, string>();
  for (const measured of measurePairs(css)) {
    const { front, back, scheme } = measured;
    const key = `${front.name} ${back.name} ${scheme}`;
    const error = describeError(measured);
    if (error !== undefined && !errors.has(key)) errors.set(key, error);
  }
  return [...new Set(errors.values())].map((error) => `src/content/palette.css: ${error}`);
}

/** Tells if running text has the enhanced contrast of WCAG 1.4.6, which is not required. */
export const hasEnhancedContrast = (css: string): boolean =>
  measurePairs(css)
    .filter(({ pair }) => pair.isRunningText)
    .every(({ front, back }) => getContrast(front.value, back.value) >= 7);

interface MeasuredPair {
  pair: ColorPair;
  scheme: Scheme;
  front: Property;
  back: Property;
}

/** A custom property with a color of its own, not a reference to another one. */
interface Property {
  name: string;
  /** Empty if undefined. */
  value: string;
}

function measurePairs(css: string): MeasuredPair[] {
  const rules = readRules(css);
  const measured: MeasuredPair[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    const root = readProperties(rules, [':root'], scheme);
    for (const pair of colorPairs) {
      if (pair.scheme && pair.scheme !== scheme) continue;
      for (const element of pair.elements) {
        const selectors = element.split(' ').map((name) => `.${name}`);
        const properties = readProperties(rules, [...selectors, "[class*='theme-']"], scheme, root);
        const find = (name: string) => properties.get(name) ?? { name, value: '' };
        measured.push({ pair, scheme, front: find(pair.color), back: find(pair.on) });
      }
    }
  }
  return measured;
}

function describeError({ pair, scheme, front, back }: MeasuredPair): string | undefined {
  for (const { name, value } of [front, back]) {
    if (!/^#(?:[\da-f]{3}){1,2}$/i.test(value))
      return `--${name} has no color such as #0b1d19: add it, or correct its digits.`;
  }
  const contrast = getContrast(front.value, back.value);
  if (contrast >= pair.ratio) return undefined;
  const rounded = Math.floor(contrast * 100) / 100;
  return `--${front.name} (${front.value}) on --${back.name} (${back.value}) has a contrast of ${rounded}:1 in the ${scheme} scheme. ${needs[pair.ratio]}: make one of them lighter or darker.`;
}

const needs = {
  4.5: 'Text needs 4.5:1 (WCAG 1.4.3)',
  3: 'Controls and focus outlines need 3:1 (WCAG 1.4.11)',
};

interface Rule {
  selectors: string[];
  /** Undefined for both schemes. */
  scheme: string | undefined;
  /** Values of custom properties, by name without dashes. */
  declarations: Map<string, string>;
}

function readRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let scheme: string | undefined;
  for (const block of css.replaceAll(/\/\*[^]*?\*\//g, '').split('}')) {
    const [body = '', selector, query] = block.split('{').reverse();
    if (query !== undefined) scheme = /prefers-color-scheme: (\w+)/.exec(query)?.[1];
    if (selector === undefined) {
      // This is the end of a media query.
      scheme = undefined;
      continue;
    }
    const declarations = readDeclarations(body);
    rules.push({ selectors: readSelectors(selector), scheme, declarations });
  }
  return rules;
}

/** Returns the selectors of a list, including those in `:is()`. */
const readSelectors = (list: string): string[] =>
  list
    .replaceAll(/:is\(|\)/g, '')
    .split(',')
    .map((selector) => selector.trim());

function readDeclarations(body: string): Map<string, string> {
  const declarations = body.split(';').map((declaration) => {
    const [name = '', value = ''] = declaration.split(':');
    return [name.trim().replace('--', ''), value.trim()] as const;
  });
  return new Map(declarations);
}

/**
 * Returns the custom properties of an element that matches these selectors. All rules have the same
 * specificity, so the last one applies.
 */
function readProperties(
  rules: Rule[],
  selectors: string[],
  scheme: Scheme,
  inherited: ReadonlyMap<string, Property> = new Map(),
): Map<string, Property> {
  const matching = rules.filter(
    (rule) =>
      (rule.scheme ?? scheme) === scheme &&
      rule.selectors.some((selector) => selectors.includes(selector)),
  );
  const declared = new Map(matching.flatMap(({ declarations }) => [...declarations]));
  const properties = new Map(inherited);
  for (const name of declared.keys()) properties.set(name, resolve(name));
  return properties;

  function resolve(name: string, isCircular = false): Property {
    const value = declared.get(name);
    if (value === undefined || isCircular) return inherited.get(name) ?? { name, value: '' };
    const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
    return other === undefined ? { name, value } : resolve(other, other === name);
  }
}

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function getContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the relative luminance of a color, from 0 to 1. */
function getLuminance(color: string): number {
  const digits = color.length === 4 ? color.replaceAll(/[\da-f]/gi, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

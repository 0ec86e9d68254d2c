/**
 * Limits of the content, with reasons. `npm run check` and the build report violations with file and
 * line. A path starts with the name of an export; `*` matches one step, `**` any number.
 */
interface TextLimit {
  path: string;
  /** In characters. */
  most: number;
  why: string;
}

export const textLimits: TextLimit[] = [
  { path: 'firm.name', most: 32, why: 'it has to fit beside the menu on a screen of 320 px' },
  { path: 'firm.platform', most: 16, why: 'it is the largest heading of the site, and of a card' },
  { path: 'firm.home', most: 40, why: 'it is one line of the footer' },
  { path: 'firm.blurb', most: 200, why: 'it is a column of the footer' },
  { path: 'firm.disclaimer', most: 700, why: 'it is a column of the footer' },
  { path: 'firm.address.*', most: 60, why: 'it is one line beside the form' },

  { path: '*.meta.title', most: 60, why: 'search engines cut off what is longer' },
  { path: '*.meta.description', most: 160, why: 'search engines cut off what is longer' },
  { path: 'links.*.label', most: 14, why: 'five have to fit in the header at 768 px' },

  { path: 'home.hero.title.*', most: 30, why: 'it has to fit on the card of shared links' },
  { path: 'home.hero.fields.*', most: 24, why: 'three have to fit on the foot of a card' },
  { path: 'about.who.title', most: 16, why: 'it has to fit on the card of shared links' },
  { path: 'ecosystems.hero.title', most: 36, why: 'it has to fit on the card of shared links' },
  { path: 'contact.heading', most: 22, why: 'it has to fit on the card of shared links' },

  { path: 'platform.value.audiences.*.label', most: 24, why: 'three tabs stand side by side' },
  { path: '**.action', most: 30, why: 'a button does not break at 320 px' },
  { path: '**.title', most: 60, why: 'a heading is read at a glance' },
  { path: '**.heading', most: 70, why: 'a heading is read at a glance' },
  { path: '**', most: 700, why: 'nobody reads a longer paragraph' },
];

interface NumberLimit {
  path: string;
  least: number;
  most: number;
  why: string;
}

export const numberLimits: NumberLimit[] = [
  { path: 'firm.heroImage.wide.*', least: 320, most: 3840, why: 'it is a width in pixels' },
  { path: 'firm.heroImage.tall.*', least: 320, most: 3840, why: 'it is a width in pixels' },
];

/** Minimum contrasts of WCAG 2.2, level AA. */
export const contrastLimits = {
  /** Success criterion 1.4.3. */
  text: 4.5,
  /** Controls, states and focus: success criterion 1.4.11. */
  control: 3,
};

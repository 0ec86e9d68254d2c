/**
 * Limits of the content, with reasons. `npm run check` and the build report violations with file and
 * line. A path starts with the name of an export; `*` matches one step, `**` any number.
 */
interface TextLimit {
  path: string;
  /** In characters. */
  max: number;
  reason: string;
}

export const textLimits: TextLimit[] = [
  { path: 'firm.name', max: 32, reason: 'it has to fit beside the menu on a screen of 320 px' },
  {
    path: 'firm.platform',
    max: 16,
    reason: 'it is the largest heading of the site and of a link preview image',
  },
  { path: 'firm.home', max: 40, reason: 'it is one line of the footer' },
  { path: 'firm.blurb', max: 200, reason: 'it is a column of the footer' },
  { path: 'firm.caution', max: 120, reason: 'it stands beside a button' },
  { path: 'firm.disclaimer', max: 700, reason: 'it is a column of the footer' },
  { path: 'firm.address.*', max: 60, reason: 'it is one line beside the form' },

  { path: '*.meta.title', max: 60, reason: 'search engines cut off what is longer' },
  { path: '*.meta.description', max: 160, reason: 'search engines cut off what is longer' },
  { path: 'links.*.label', max: 14, reason: 'five have to fit in the header at 768 px' },

  { path: 'home.hero.title.*', max: 30, reason: 'it has to fit on the link preview image' },
  {
    path: 'home.hero.fields.*',
    max: 24,
    reason: 'three have to fit at the foot of a link preview image',
  },
  { path: 'about.who.title', max: 16, reason: 'it has to fit on the link preview image' },
  { path: 'ecosystems.hero.title', max: 36, reason: 'it has to fit on the link preview image' },
  { path: 'contact.heading', max: 22, reason: 'it has to fit on the link preview image' },

  { path: 'platform.value.audiences.*.label', max: 24, reason: 'three tabs stand side by side' },
  { path: '**.action', max: 30, reason: 'a button does not break at 320 px' },
  { path: '**.title', max: 60, reason: 'a heading is read at a glance' },
  { path: '**.heading', max: 70, reason: 'a heading is read at a glance' },
  { path: '**', max: 700, reason: 'nobody reads a longer paragraph' },
];

interface NumberLimit {
  path: string;
  min: number;
  max: number;
  reason: string;
}

export const numberLimits: NumberLimit[] = [
  { path: 'firm.heroImage.wide.*', min: 320, max: 3840, reason: 'it is a width in pixels' },
  { path: 'firm.heroImage.tall.*', min: 320, max: 3840, reason: 'it is a width in pixels' },
];

/** Minimum contrasts of WCAG 2.2, level AA. */
export const contrastLimits = {
  /** Success criterion 1.4.3. */
  text: 4.5,
  /** Controls, states and focus: success criterion 1.4.11. */
  control: 3,
};

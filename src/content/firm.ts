type Weekday = 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat' | 'Sun';

/**
 * The firm's facts. Everything here is fictional: replace it with yours. The facts are part of the
 * build: `npm start` rebuilds after a change.
 */
export interface Firm {
  name: string;
  /** Registered name, in the privacy notice and for search engines (default: `name`). */
  legalName?: string;
  /** The platform's name: the heading of /platform. */
  platform: string;
  email: string;
  /**
   * `city` stands alone in the facts of About; `lines` are the whole address, one below the other. `country`
   * is for search engines, in two letters.
   */
  address?: { lines: readonly string[]; city: string; country: string };
  /**
   * `open` are the same hours for the server. A receipt names
   * no time at which the office is closed, and on other days the team gets no digest and no reminder.
   * Times have 24 hours and two digits each, as in "08:30": `npm run build` refuses others.
   */
  hours: {
    days: string;
    times: string;
    open: { weekdays: readonly [Weekday, ...Weekday[]]; from: string; to: string };
  };
  /**
   * Language tag of the pages, and the form of dates, times and numbers, such as 'en-GB' or 'nl-NL'. Only a
   * firm in the United States may leave it out, for American English. E-mails to the team stay English: of
   * another language, with dates as in en-GB.
   */
  locale?: string;
  /** IANA time zone of the copyright year, displayed times and the schedule of e-mails. */
  timeZone: string;
  /**
   * More facts of the firm for About, such as when it was founded, its people, criteria for investments,
   * holdings and regulator.
   */
  facts?: { term: string; detail: string; to?: string }[];
  /** Dates without a digest, such as '2026-12-25': the digest before names what falls due meanwhile. */
  holidays: readonly string[];
  /** The firm's business: in the hero of /, the footer and the metadata. */
  description: string;
  /** Home answers them; sections of other pages that answer one, and the acknowledgement, name them. */
  questions: { lasting: string; work: string; owners: string };
  /** Stands above the form's message: what the questions ask, in one sentence. */
  messageHint: string;
  /** Stands after the hint, and in the acknowledgement. */
  caution: string;
  /** Stands beside the form's button, and in the acknowledgement. */
  noObligation: string;
  /** The footer's legal text. Have counsel review it before publication. */
  disclaimer: string;
  /** Address of a privacy policy of your own. Without it, the footer leads to the form's notice. */
  privacyPolicy?: `https://${string}`;
  /** Date of the form's privacy notice, as it is read. */
  privacyUpdated: string;
  /**
   * The photograph on /, if any: one subject with fine detail in all of the picture suits it. In `url`,
   * `{width}` and `{height}` are replaced by pixels, with an aspect ratio of 3:2. It is an image host's,
   * or that of files in images/, such as '/hero-{width}.jpg'. `outline` is its shape, an SVG path in the
   * view box of drawings/hero.svg; without one, it is a rectangle.
   */
  heroImage?: {
    url: `https://${string}` | `/${string}`;
    widths: readonly number[];
    outline?: string;
  };
}

/** Runs the website; named in e-mails to the team. Not in `firm`, which browsers download. */
export interface Administrator {
  name: string;
  email: string;
}

const name = 'Aldermere Capital';
const legalName = `${name} LLC`;

export const firm: Firm = {
  name,
  legalName,
  platform: 'Keel',
  email: 'partnerships@aldermere.example',
  address: {
    lines: ['120 Seaport Example Wharf, Suite 1400', 'Boston, MA 02210'],
    city: 'Boston',
    country: 'US',
  },
  hours: {
    days: 'Monday to Friday',
    times: '9:00 AM to 6:00 PM EST',
    open: { weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], from: '09:00', to: '18:00' },
  },
  timeZone: 'America/New_York',
  // Federal holidays of the United States, on the day on which they are observed.
  holidays: [
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-10-12',
    '2026-11-11',
    '2026-11-26',
    '2026-12-25',
    '2027-01-01',
    '2027-01-18',
    '2027-02-15',
    '2027-05-31',
    '2027-06-18',
    '2027-07-05',
    '2027-09-06',
    '2027-10-11',
    '2027-11-11',
    '2027-11-25',
    '2027-12-24',
    '2027-12-31',
  ],
  description: `${name} is an investment holding company in Boston. We put ownership capital into real estate, private companies and AI-driven ventures, and our own people help run them.`,
  questions: {
    lasting: 'Will it last?',
    work: 'Who does the work?',
    owners: 'Do the owners want the same thing?',
  },
  messageHint: 'Say why your plan should last, who does the work and what the owners want.',
  caution: 'Please send nothing confidential.',
  noObligation:
    'An inquiry creates no obligation on either side, and no confidential or advisory relationship.',
  disclaimer: `The content of this site is for informational purposes only. It is meant for accredited investors, institutional partners and qualified professionals. It is not an offer, a solicitation or advice. Any offer, if made, would be made only by definitive documents, to eligible persons. Statements about plans, aims and typical times are not promises or forecasts, and can change without notice. ${legalName} is not a registered broker-dealer or investment advisor. “Partner” and “partnership” do not mean a legal partnership.`,
  privacyUpdated: 'November 30, 2026',
  heroImage: {
    url: 'https://images.unsplash.com/photo-1494412574643-ff11b0a5c1c3?auto=format&fit=crop&q=60&w={width}&h={height}',
    widths: [640, 960, 1440, 1920],
    outline: 'M132 676c-49-59-82-149-107-220c-4-10 6-13 20-21c332-213 715-350 1061-538L994 572z',
  },
};

export const administrator: Administrator = {
  name: 'Robin Hale',
  email: 'website@aldermere.example',
};

type Weekday = 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat' | 'Sun';

/**
 * The firm's facts, which are fictional: replace all of them. They are part of the build: run `npm
 * start` again after a change.
 */
export interface Firm {
  name: string;
  /** Registered name for the privacy notice and for search engines (default: `name`). */
  legalName?: string;
  /** Name of the platform: the heading of /platform. */
  platform: string;
  email: string;
  /**
   * `city` appears alone in the facts of About. `lines` are the whole address. `country` is for
   * search engines: a code of two letters.
   */
  address?: { lines: readonly string[]; city: string; country: string };
  /**
   * Office hours. `open`: the same hours for the server, in 24-hour times with two digits each,
   * such as "08:30"; `npm run build` refuses others. Receipts name no time at which the office is
   * closed. On other days, the team gets neither a digest nor reminders.
   */
  hours: {
    days: string;
    times: string;
    open: { weekdays: readonly [Weekday, ...Weekday[]]; from: string; to: string };
  };
  /**
   * Language tag of the pages, which also sets the format of dates, times and numbers, such as
   * 'en-GB' or 'nl-NL'. Only a firm in the United States may leave it out, for American English.
   * E-mails to the team stay English. If the language is another one, they have dates as in en-GB.
   */
  locale?: string;
  /** IANA time zone of the copyright year, displayed times and the schedule of e-mails. */
  timeZone: string;
  /**
   * Other facts for About, such as founding year, people, investment criteria, holdings and
   * regulator.
   */
  facts?: { term: string; detail: string; to?: string }[];
  /**
   * Dates on which the office is closed and no digest is sent, such as '2026-12-25'. The digest
   * before names what falls due meanwhile.
   */
  holidays: readonly string[];
  /** Business of the firm, in the hero of /, the footer and the metadata. */
  description: string;
  /**
   * Questions that Home answers. Sections of other pages that answer one show it, and the
   * acknowledgement asks all.
   */
  questions: { lasting: string; work: string; owners: string };
  /** Hint above the message field: the questions in one sentence. */
  messageHint: string;
  /** Shown after the hint, and in the acknowledgement. */
  caution: string;
  /** Shown beside the form's button, and in the acknowledgement. */
  noObligation: string;
  /** Legal text of the footer. Have counsel review it before publication. */
  disclaimer: string;
  /** URL of your own privacy policy. Without one, the footer links to the notice of the form. */
  privacyPolicy?: `https://${string}`;
  /** Date of the form's privacy notice, as text for readers. */
  privacyUpdated: string;
  /**
   * Photograph on /, if any. Choose one subject with fine detail everywhere. `url`: at an image
   * host, or of files in images/, such as '/hero-{width}.jpg'. Its `{width}` and `{height}` become
   * pixels, with an aspect ratio of 3:2. `outline`: shape of the photograph, an SVG path in the
   * view box of drawings/hero.svg. Without one, it is a rectangle.
   */
  heroImage?: {
    url: `https://${string}` | `/${string}`;
    widths: readonly number[];
    outline?: string;
  };
}

/**
 * Administrator of the website, named in e-mails to the team. Not in `firm`, which browsers
 * download.
 */
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
  // Federal holidays of the United States, on the observed days.
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

import type { OfficeHours } from './office-hours.ts';

/**
 * The firm's facts. Everything here is fictional: replace it with yours. The facts are part of the
 * build: `npm start` rebuilds after a change. limits.ts has the maximum lengths.
 */
export interface Firm {
  name: string;
  /** The platform's name: the heading of /platform. */
  platform: string;
  email: string;
  address: { street: string; city: string; region: string; postalCode: string };
  /** The firm's location, shown in the footer and on the About page. */
  home: string;
  hours: OfficeHours;
  /** IANA time zone of the copyright year, displayed times and the schedule of e-mails. */
  timeZone: string;
  /** The footer's brand blurb. */
  blurb: string;
  /** The footer's legal text. */
  disclaimer: string;
  /**
   * The hero image of /. In `url`, `{width}` and `{height}` are replaced by pixels: the widths `wide`
   * have an aspect ratio of 3:2, the widths `tall` for phones of 1:2.
   */
  heroImage: { url: string; wide: number[]; tall: number[] };
}

const name = 'Aldermere Capital';

export const firm = {
  name,
  platform: 'Keel',
  email: 'partnerships@aldermere.example',
  address: {
    street: '120 Seaport Example Wharf, Suite 1400',
    city: 'Boston',
    region: 'MA',
    postalCode: '02210',
  },
  home: 'Boston, Massachusetts',
  hours: { from: 'Monday', to: 'Friday', opens: '09:00', closes: '18:00', zone: 'EST' },
  timeZone: 'America/New_York',
  blurb:
    'A holding company and capital platform. We own, build and operate across real estate, private equity and AI-driven ventures.',
  disclaimer: `The content of this site is for informational purposes only. It is meant for accredited investors, institutional partners and qualified professionals, and is not an offer, a solicitation or advice. ${name} is not a registered broker-dealer or investment advisor.`,
  heroImage: {
    url: 'https://images.unsplash.com/photo-1486406146926-c627a92ad1ab?auto=format&fit=crop&q=60&w={width}&h={height}',
    wide: [960, 1440, 1920, 2560],
    tall: [480, 720],
  },
} satisfies Firm;

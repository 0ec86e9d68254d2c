import type { OfficeHours } from './office-hours.ts';

/**
 * The firm's own facts, all in this one file. Everything here is fictional: replace it with yours.
 * They are part of the build: `npm start` builds anew after a change. How long a text may be, and why,
 * is in limits.ts.
 */
export interface Firm {
  name: string;
  /** The platform's name: the heading of /platform. */
  platform: string;
  email: string;
  address: { street: string; city: string; region: string; postalCode: string };
  /** Where the firm is at home, as the footer and the About page say it. */
  home: string;
  hours: OfficeHours;
  /** IANA time zone: decides the copyright year and, on the server, what a business morning is. */
  timeZone: string;
  /** The footer's brand blurb. */
  blurb: string;
  /** The footer's legal text. */
  disclaimer: string;
  /**
   * The photograph behind the headline of /. In its address `{width}` and `{height}` are replaced by
   * pixels: by each of `wide`, three to two, and on phones by each of `tall`, one to two.
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

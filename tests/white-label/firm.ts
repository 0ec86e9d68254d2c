import type { Administrator, Firm } from '../../src/content/firm.ts';

/** A firm that has no fact in common with src/content/firm.ts, and no photograph. */
export const firm = {
  name: 'Øresund & Lindqvist Partners',
  platform: 'Undercurrent',
  email: 'hej@oresund-lindqvist.example',
  address: {
    lines: ['9 Example Kaj, 3. sal', '1050 København', 'Danmark'],
    city: 'København',
    country: 'DK',
  },
  hours: {
    days: 'Tuesday to Saturday',
    times: '8:30 AM to 4:15 PM CET',
    open: { weekdays: ['Tue', 'Wed', 'Thu', 'Fri', 'Sat'], from: '08:30', to: '16:15' },
  },
  locale: 'en-DK',
  timeZone: 'Europe/Copenhagen',
  holidays: ['2026-06-05', '2026-12-24'],
  facts: [
    { term: 'People', detail: 'Astrid Lindqvist, Jens Øresund and six operators' },
    { term: 'Founded', detail: '1987' },
    { term: 'Criteria', detail: 'Majority stakes of 5 to 40 million euros in the North' },
    { term: 'Holdings', detail: 'Three shipping lines and eleven kitchens', to: '/ecosystems' },
    { term: 'Regulator', detail: 'Finanstilsynet', to: 'https://www.finanstilsynet.example/' },
  ],
  description:
    'A family of owners. We hold shipping lines, kitchens and software, for as long as it takes.',
  privacyPolicy: 'https://oresund-lindqvist.example/privacy',
  privacyUpdated: '1 March 2026',
  questions: {
    lasting: 'Would our children keep it?',
    work: 'Whose hands are on it?',
    owners: 'Who may say no?',
  },
  messageHint: 'Tell us who would keep it, who works on it and who decides.',
  caution: 'Leave secrets out of your message.',
  noObligation: 'Writing to us binds nobody.',
  disclaimer:
    'Nothing on these pages is an offer or advice. They are written for professional clients under Danish law, and for nobody else.',
} satisfies Firm;

export const administrator = {
  name: 'Freja Holm',
  email: 'drift@oresund-lindqvist.example',
} satisfies Administrator;

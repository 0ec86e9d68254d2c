import { firm } from './firm.ts';

const { name, platform, home } = firm;

export const about = {
  meta: {
    title: `About | ${name}`,
    description: `Who we are at ${name}, how we operate and where we invest.`,
  },
  who: {
    title: 'Who We Are',
    statement: `${name} is an investment holding company. We own, build and operate across real assets, private companies and applied intelligence, and we expect to keep what we build.`,
    text: 'We began with a simple dissatisfaction. Too much capital arrives with a clock attached, and too many good enterprises are shaped around that clock. A holding company can do something different. It can buy carefully, work closely and let time do what time does well.',
    facts: [
      { term: 'Structure', detail: 'Holding company and capital platform' },
      { term: 'Capital', detail: 'Ownership capital, placed directly' },
      { term: 'Platform', detail: platform, to: '/platform' },
      { term: 'Home', detail: home },
    ],
  },
  philosophy: {
    title: 'Our Operating Philosophy',
    principles: [
      {
        title: 'Ownership-First',
        text: 'We take positions we are prepared to answer for. Responsibility comes before exposure, and control is earned by doing the work.',
      },
      {
        title: 'Operator-Informed',
        text: 'Every thesis is tested by someone who has run the thing in question. If an operator would not sign the plan, neither do we.',
      },
      {
        title: 'AI-Native & Asset-Backed',
        text: 'Intelligence is designed in from the first day, and it is always anchored to something that can be walked through, leased or shipped.',
      },
      {
        title: 'Legacy-Aligned',
        text: 'We ask what an enterprise should be in a generation, then work back to what it needs this year.',
      },
    ],
  },
  apart: {
    title: 'What Sets Us Apart',
    lead: {
      title: 'Vertical Integration',
      statement:
        'Sourcing, structuring, operations and technology sit under one roof and answer to one plan.',
      text: 'In most deals these are four firms with four fee schedules and four opinions. Here they are one team that meets on the same morning. Decisions travel a short distance, and the people who make a promise are the people who keep it.',
    },
    others: [
      {
        title: 'Strategic Access',
        text: 'Relationships with sponsors, public agencies, landowners and operators, built by being useful before there is anything to buy.',
      },
      {
        title: 'Execution Capacity',
        text: 'Operators, engineers and finance people who can work on site from early on, and who stay until the work is done.',
      },
    ],
  },
  sectors: {
    title: 'Where We Play',
    text: 'Six sectors, chosen because they need both patient capital and better operations. Each one makes us more useful in the others.',
    list: [
      {
        title: 'Real estate and industrial infrastructure',
        text: 'Logistics, light industrial and the mixed-use property that grows up around them.',
      },
      {
        title: 'Private equity roll-ups and emerging fund sponsors',
        text: 'Fragmented service businesses, and the next managers to bring them together.',
      },
      {
        title: 'Public-private ventures in food, housing and compliance',
        text: 'Essential services, delivered with the agencies that answer for them.',
      },
      {
        title: 'AI-driven operational ventures',
        text: 'Software that does a job inside a business, rather than beside it.',
      },
      {
        title: 'Global ESG trade and supply systems',
        text: 'Goods that can be traced, financed and moved responsibly.',
      },
      {
        title: 'Media and cultural influence platforms',
        text: 'Audiences, rights and the enterprises that grow from them.',
      },
    ],
  },
  outlook: {
    title: 'Long-Term Outlook',
    lede: 'We would rather go deeper than wider. The next chapter follows in three movements, each resting on the one above it.',
    action: `How ${platform} works`,
    chapters: [
      {
        title: 'Deepen the core',
        text: 'Add to the assets and companies we already own before looking further afield. The best next investment is often next door to the last one.',
      },
      {
        title: 'Run on one platform',
        text: `Bring every holding onto ${platform}, so that what is learned in a warehouse on Tuesday is useful in a clinic, a kitchen or a fund by Friday.`,
      },
      {
        title: 'Widen the ownership',
        text: 'Invite institutions, sponsors and operators to own alongside us, on terms that reward staying.',
      },
    ],
    invitation: 'Partner With Us',
  },
};

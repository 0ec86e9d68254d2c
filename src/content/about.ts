import { firm } from './firm.ts';

const { name, platform, home, questions } = firm;

export const about = {
  meta: {
    title: `About | ${name}`,
    description: `Who we are at ${name}, how we operate and where we invest.`,
  },
  who: {
    title: 'Who We Are',
    statement: `${name} is an investment holding company and capital platform. We buy, build and run businesses and real assets, and we plan for long-term ownership.`,
    text: 'We deploy ownership capital: we buy a stake in an asset or a company, and help run it. A holding company need not sell on a fund’s schedule. We set a time horizon for each investment, and may change it.',
    facts: [
      { term: 'Structure', detail: 'Holding company and capital platform' },
      { term: 'Capital', detail: 'Our own, invested for ownership' },
      { term: 'Platform', detail: platform, to: '/platform' },
      { term: 'Based in', detail: home },
    ],
  },
  philosophy: {
    title: 'Our Operating Philosophy',
    principles: [
      {
        title: 'Ownership-First',
        text: 'We act as owners, not as advisors. We write down who is responsible, what we contribute and who decides.',
      },
      {
        title: 'Operator-Informed',
        text: 'Our operators review each plan before we commit. They will have to carry it out.',
      },
      {
        title: 'AI-Native & Asset-Backed',
        text: 'We consider software and AI from the start, for physical assets and working businesses, and use them where the people on site see a need.',
      },
      {
        title: 'Legacy-Aligned',
        text: 'We ask what a business should look like in a generation, and plan this year’s work from there.',
      },
    ],
  },
  apart: {
    title: 'What Sets Us Apart',
    question: questions.work,
    lead: {
      title: 'Vertical Integration',
      statement:
        'For our own investments, one team covers sourcing, structuring, operations and technology.',
      text: 'The people who review a business also help run it. Its managers see our plans early.',
    },
    others: [
      {
        title: 'Strategic Access',
        text: 'We build working relationships with sponsors, landowners and managers. On public-private projects, we work with the agencies involved.',
      },
      {
        title: 'Execution Capacity',
        text: 'Engineers and finance specialists can work on site, in a warehouse as well as in an office.',
      },
    ],
  },
  sectors: {
    title: 'Where We Play',
    text: 'Six sectors, from warehouses to publishing.',
    list: [
      {
        title: 'Real estate and industrial infrastructure',
        text: 'Warehouses, light industrial and mixed-use property.',
      },
      {
        title: 'Private equity roll-ups and emerging fund sponsors',
        text: 'Groups of service businesses, and sponsors in the first years of their firms.',
      },
      {
        title: 'Public-private ventures in food, housing and compliance',
        text: 'Projects that private owners and public agencies develop together.',
      },
      {
        title: 'AI-driven operational ventures',
        text: 'Software and AI for planning, maintenance and administration.',
      },
      {
        title: 'Global ESG trade and supply systems',
        text: 'Trade, logistics and supply-chain businesses that keep records of where goods come from.',
      },
      {
        title: 'Media and cultural influence platforms',
        text: 'Publishers, production companies and owners of rights.',
      },
    ],
  },
  outlook: {
    title: 'Long-Term Outlook',
    question: questions.lasting,
    lede: 'Three intentions, not forecasts. They may change.',
    action: `How ${platform} works`,
    chapters: [
      {
        title: 'Deepen the core',
        text: 'Improve the assets and companies we have, and add related ones where they fit.',
      },
      {
        title: 'Run on one platform',
        text: `Connect more of our businesses to ${platform}, so that they can share systems and methods.`,
      },
      {
        title: 'Work with more partners',
        text: 'Work with more operators, owners and institutions, once we know each other well.',
      },
    ],
  },
  closing: { title: 'Tell us about your plans.', action: 'Partner With Us' },
};

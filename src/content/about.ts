import { firm } from './firm.ts';

const { name, platform, address, questions, facts = [] } = firm;

/** Number of the sectors below. */
const sectorCount = 'Six';

export const about = {
  meta: {
    title: `About | ${name}`,
    description: `Who we are at ${name}, how we operate and what we invest in.`,
  },
  who: {
    title: 'Who We Are',
    statement: 'We are owners. We plan for the long term, and we put our own people to work.',
    text: 'We deploy ownership capital: we invest to own, and help run what we own. A holding company need not sell on a fund’s schedule. Each investment has its own time horizon, which may change.',
    facts: [
      { term: 'Sectors', detail: sectorCount, to: '#sectors' },
      { term: 'Networks', detail: 'Three', to: '/ecosystems' },
      { term: 'Platform', detail: platform, to: '/platform' },
      { term: 'Office', detail: address?.city },
      ...facts,
    ],
  },
  philosophy: {
    title: 'Our Operating Philosophy',
    principles: [
      {
        title: 'Ownership-First',
        text: 'We write down who decides, who is responsible and what we contribute.',
      },
      {
        title: 'Operator-Informed',
        text: 'Our operators take part in reviewing plans. They may have to carry them out.',
      },
      {
        title: 'AI-Native & Asset-Backed',
        text: 'We consider software and AI from the start, and use them where the people on site see a need.',
      },
      {
        title: 'Legacy-Aligned',
        text: 'We ask what a business should be a generation from now, and plan this year’s work back from there.',
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
      text: 'We aim to show a company’s managers our plan before we sign.',
    },
    others: [
      {
        title: 'Strategic Access',
        text: 'We deal directly with sponsors, landowners and managers, and, on public-private projects, with the agencies involved.',
      },
      {
        title: 'Execution Capacity',
        text: 'Engineers and finance specialists can work on site, in a warehouse as well as in an office.',
      },
    ],
  },
  sectors: {
    title: 'Where We Play',
    text: `${sectorCount} sectors, from warehouses to publishing.`,
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
    lede: 'What we mean to do next. Plans can change.',
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
        text: 'Add operators, owners and institutions, one relationship at a time.',
      },
    ],
  },
  closing: { title: 'Tell us about your plans.', action: 'Partner With Us' },
};

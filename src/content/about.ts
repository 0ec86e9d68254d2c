import { firm } from './firm.ts';

const { name, platform, home } = firm;

export const about = {
  meta: {
    title: `About | ${name}`,
    description: `Who we are at ${name}, how we operate and where we invest.`,
  },
  who: {
    title: 'Who We Are',
    statement: `${name} is an investment holding company and capital platform. We own, build and operate businesses and real assets, and we plan for long-term ownership.`,
    text: 'We deploy ownership capital: we buy a stake in an asset or a company and help run it. A holding company can set a time horizon for each investment and adjust its plans as a business changes.',
    facts: [
      { term: 'Structure', detail: 'Holding company and capital platform' },
      { term: 'Capital', detail: 'Ownership capital, invested directly' },
      { term: 'Platform', detail: platform, to: '/platform' },
      { term: 'Based in', detail: home },
    ],
  },
  philosophy: {
    title: 'Our Operating Philosophy',
    principles: [
      {
        title: 'Ownership-First',
        text: 'We act as owners. For each asset and company we agree on who is responsible, what we contribute and how decisions are made.',
      },
      {
        title: 'Operator-Informed',
        text: 'People with operating experience review our plans before we commit, and stay involved afterward.',
      },
      {
        title: 'AI-Native & Asset-Backed',
        text: 'We consider software and AI early, and apply them to physical assets and working businesses. We use them where operators see a need.',
      },
      {
        title: 'Legacy-Aligned',
        text: 'We discuss what a business should look like in a generation, and plan this year’s work with that in mind.',
      },
    ],
  },
  apart: {
    title: 'What Sets Us Apart',
    lead: {
      title: 'Vertical Integration',
      statement:
        'For our own investments, one team covers sourcing, structuring, operations and technology.',
      text: 'The people who review a business also help run it. Responsibility is clear, and plans are shared early with its managers.',
    },
    others: [
      {
        title: 'Strategic Access',
        text: 'We build working relationships with sponsors, landowners and operators and, on public-private projects, with public agencies.',
      },
      {
        title: 'Execution Capacity',
        text: 'Operators, engineers and finance specialists can work on site, from the first review to daily operation.',
      },
    ],
  },
  sectors: {
    title: 'Where We Play',
    text: 'We focus on six sectors that call for long-term capital and experienced operators.',
    list: [
      {
        title: 'Real estate and industrial infrastructure',
        text: 'Logistics, light industrial and mixed-use property.',
      },
      {
        title: 'Private equity roll-ups and emerging fund sponsors',
        text: 'Groups of service businesses, and sponsors who are building their own firms.',
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
        text: 'Trade, logistics and supply-chain businesses that document origin and impact.',
      },
      {
        title: 'Media and cultural influence platforms',
        text: 'Publishers, production companies and owners of rights.',
      },
    ],
  },
  outlook: {
    title: 'Long-Term Outlook',
    lede: 'Our plans for the coming years have three parts. They may change.',
    action: `How ${platform} works`,
    chapters: [
      {
        title: 'Deepen the core',
        text: 'Improve the assets and companies we own, and consider related ones where they fit.',
      },
      {
        title: 'Run on one platform',
        text: `Connect more of our businesses to ${platform}, so that they can share systems and working methods.`,
      },
      {
        title: 'Work with more partners',
        text: 'Develop projects with institutions, sponsors and operators who plan for long-term ownership.',
      },
    ],
  },
  closing: { title: 'Tell us about your plans.', action: 'Partner With Us' },
};

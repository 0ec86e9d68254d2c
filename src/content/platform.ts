import { firm } from './firm.ts';

export const platform = {
  meta: {
    title: `Platform: ${firm.platform} | ${firm.name}`,
    description: `${firm.platform} provides founders, sponsors and partners with operating support, technology and, where we invest, our own capital.`,
  },
  hero: {
    title: firm.platform,
    lede: `${firm.platform} brings together the teams, methods and systems we share with founders, sponsors and partners. It provides operating support, technology and, where we invest, our own capital.`,
  },
  enable: {
    title: 'What We Enable',
    intro: 'Five kinds of support. Each business uses those it needs.',
    capabilities: [
      {
        title: 'Capital Structuring',
        text: 'Equity, preferred and asset-backed structures for the businesses in which we invest, explained in plain terms.',
      },
      {
        title: 'Operational Infrastructure',
        text: 'Support with finance, hiring, procurement and compliance, alongside the company’s own staff.',
      },
      {
        title: 'Go-to-Market Enablement',
        text: 'Positioning, pricing and channel work, done together with the sales team.',
      },
      {
        title: 'Technology Integration',
        text: 'Reliable data first, then software and AI for suitable routine work, with training for the people who use them.',
      },
      {
        title: 'Strategic Ecosystem Access',
        text: 'Connections to customers, suppliers and sites across our ecosystems.',
      },
    ],
  },
  how: {
    title: 'How the Platform Works',
    steps: [
      {
        title: 'Learn the business',
        text: 'We spend time in the business before we discuss terms. You can ask about our people and methods while we learn about yours.',
      },
      {
        title: 'Agree on a plan',
        text: 'We agree on capital, governance and an operating plan for the first year, and put them in writing. Then the platform teams begin their work.',
      },
      {
        title: 'Build together',
        text: 'Operators stay involved, and everyone works from the same figures. Each business can share what it learns with the others.',
      },
    ],
  },
  value: {
    title: 'Value Across the Stack',
    audiences: [
      {
        id: 'founders',
        label: 'For Founders',
        promise: 'Build your company with support from experienced operators.',
        points: [
          'Where we invest, a time horizon discussed with you first',
          'Support with finance, hiring and compliance',
          'Engineers who help your team use AI in daily work',
          'One team, from the first review through daily operations',
        ],
      },
      {
        id: 'sponsors',
        label: 'For Sponsors/GPs',
        promise: 'Operating support for sponsors who build their own firms.',
        points: [
          'Our own capital, considered case by case',
          'Support with fund operations and reporting',
          'Operating partners before and after an acquisition',
          'Contact with other sponsors in our network',
        ],
      },
      {
        id: 'partners',
        label: 'For Ecosystem Partners',
        promise: 'Work with companies that can use what you do best.',
        points: [
          'Contact with the people who run our operating companies',
          'Pilot projects at working sites, with agreed goals and dates',
          'Terms suited to each project',
          'Practical experience shared between businesses',
        ],
      },
    ],
  },
  why: {
    title: 'Why It Matters',
    statement: `${firm.platform} is named after the part of a ship that keeps it steady.`,
    text: `A growing company needs suitable capital, dependable operations and systems that work together. Putting all three in place takes leaders’ time away from customers and products. ${firm.platform} lets them share that work with us.`,
  },
  closing: { title: 'Tell us what you are building.', action: 'Partner With Us' },
};

import { firm } from './firm.ts';

export const platform = {
  meta: {
    title: `Platform: ${firm.platform} | ${firm.name}`,
    description: `What ${firm.name} shares with founders, sponsors and partners: people, methods, systems and, where we invest, our own capital.`,
  },
  hero: {
    title: firm.platform,
    lede: `${firm.platform} is the people, methods and systems that we share with founders, sponsors and partners. Where we invest, it is also our own capital.`,
  },
  enable: {
    title: 'What We Enable',
    intro: 'Few businesses need all five.',
    capabilities: [
      {
        title: 'Capital Structuring',
        text: 'How our own investment is made, agreed with each company and its counsel.',
      },
      {
        title: 'Operational Infrastructure',
        text: 'Finance, hiring, procurement and compliance, alongside the company’s staff.',
      },
      {
        title: 'Go-to-Market Enablement',
        text: 'Positioning and channel work, with the sales team and not instead of it.',
      },
      {
        title: 'Technology Integration',
        text: 'Reliable data first. Then software and AI for routine work, and training for the people who use them.',
      },
      {
        title: 'Strategic Ecosystem Access',
        text: 'Connections to customers, suppliers and sites in our three networks.',
      },
    ],
  },
  how: {
    title: 'How the Platform Works',
    question: firm.questions.work,
    steps: [
      {
        title: 'Learn the business',
        text: 'We visit, read and listen. Ask about our people and methods while we ask about yours.',
      },
      {
        title: 'Agree on a plan',
        text: 'We agree on capital, governance and a plan for the first year, in writing. Work begins after that, not before.',
      },
      {
        title: 'Build together',
        text: 'Our operators stay involved, and everyone works from the same figures. What one business learns, it can share with the others.',
      },
    ],
  },
  value: {
    title: 'Value Across the Stack',
    audiences: [
      {
        id: 'founders',
        label: 'For Founders',
        promise: 'Build your company with our operators beside you.',
        points: [
          'Where we invest, a time horizon discussed with you first',
          'Help with finance, hiring and compliance',
          'Engineers who help your team use AI in daily work',
          'One team, from the first review to daily operation',
        ],
      },
      {
        id: 'sponsors',
        label: 'For Sponsors/GPs',
        promise: 'An operating team for sponsors who do not have one yet.',
        points: [
          'Our own capital, considered case by case',
          'Help with back-office systems',
          'Our operators on site, before and after an acquisition',
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
          'Written terms for each project',
          'Lessons from other businesses, if they agree to share them',
        ],
      },
    ],
  },
  why: {
    title: 'Why It Matters',
    statement: 'A keel is the part of a ship nobody sees. It keeps the rest upright.',
    text: `A growing company also has to close its books, train new people and connect its systems. All of it takes its leaders away from customers and products. ${firm.platform} lets them share that work with us.`,
  },
  closing: { title: 'Tell us what you are building.', action: 'Partner With Us' },
};

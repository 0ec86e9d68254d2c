import { firm } from './firm.ts';

export const platform = {
  meta: {
    title: `Platform: ${firm.platform} | ${firm.name}`,
    description: `${firm.platform} is the capital platform of ${firm.name}: people, methods and systems for founders, sponsors and partners and, for our own investments, ownership capital.`,
  },
  hero: {
    title: firm.platform,
    lede: `${firm.platform} is our capital platform: the people, methods and systems that we share with founders, sponsors and partners. Where we invest, it comes with ownership capital.`,
  },
  enable: {
    title: 'What We Enable',
    intro: 'Few businesses need all of it.',
    capabilities: [
      {
        title: 'Capital Structuring',
        text: 'The terms on which we invest, negotiated with each company.',
      },
      {
        title: 'Operational Infrastructure',
        text: 'Finance, hiring, procurement and compliance, alongside the company’s staff.',
      },
      {
        title: 'Go-to-Market Enablement',
        text: 'Positioning and sales channels, with the company’s sales team.',
      },
      {
        title: 'Technology Integration',
        text: 'Reliable data first. Then software and AI for routine work, and training for the people who use them.',
      },
      {
        title: 'Strategic Ecosystem Access',
        text: 'Connections to customers, suppliers and sites in our networks.',
      },
    ],
  },
  how: {
    title: 'How the Platform Works',
    question: firm.questions.work,
    steps: [
      {
        title: 'Learn the business',
        text: 'We visit, read and listen. You question us, too.',
      },
      {
        title: 'Agree on a plan',
        text: 'We agree in writing on capital, governance and the first year. Then work begins.',
      },
      {
        title: 'Build together',
        text: 'Our operators stay involved, and everyone works from the same figures. What one business learns, it can share with the others, except prices, pay and other competitive matters.',
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
          'Plan reviewers who can stay to carry it out',
        ],
      },
      {
        id: 'sponsors',
        label: 'For Sponsors/GPs',
        promise: 'Operators who can work beside your team.',
        points: [
          'Our own capital, considered case by case',
          'Help with back-office systems',
          'Our operators on site, in joint investments',
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
    text: `The leaders of a growing company would rather be with customers, but there are books to close, people to train and systems to connect. ${firm.platform} shares that work.`,
  },
  closing: { title: 'Tell us what you are building.', action: 'Partner With Us' },
};

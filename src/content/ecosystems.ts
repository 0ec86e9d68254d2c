import { firm } from './firm.ts';

export const ecosystems = {
  meta: {
    title: `Ecosystems | ${firm.name}`,
    description:
      'Three networks of companies and people: private equity sponsors, franchise and culinary businesses, and athletes who become entrepreneurs.',
  },
  hero: {
    title: 'Ecosystems of Scale & Significance',
    lede: 'We work in three networks of companies and people: private equity sponsors, franchise and culinary businesses, and athletes who become entrepreneurs.',
  },
  why: {
    title: 'Why Ecosystems Matter',
    principles: [
      {
        title: 'Shared resources.',
        text: 'A cold store and a restaurant call the same refrigeration engineer. Members can share suppliers, and each stays independent.',
      },
      {
        title: 'Earned trust.',
        text: 'People who have worked together know what to expect of each other. We keep the networks small enough for members to meet.',
      },
      {
        title: 'Practical knowledge.',
        text: 'With a company’s consent, we share what works there with other members, except prices, pay and other competitive matters.',
      },
    ],
  },
  privateEquity: {
    title: 'Private Equity Network',
    text: 'We help sponsors with operations and, case by case, consider investing our own capital. We do not raise money for others.',
    facts: [
      {
        term: 'Who it is for',
        detail: 'Emerging fund sponsors, independent sponsors and roll-ups',
      },
      {
        term: 'What we bring',
        detail: 'Site visits, and help with back-office systems',
      },
      {
        term: 'How it works',
        detail: 'Sponsors meet our operators, and one another',
      },
    ],
  },
  franchise: {
    title: 'Franchise & Culinary Entrepreneur Platform',
    text: 'A network for chefs and multi-unit owners who want to open more locations. We do not sell franchises.',
    facts: [
      {
        term: 'Who it is for',
        detail: 'Culinary founders, franchisees and regional restaurant groups',
      },
      {
        term: 'What we bring',
        detail: 'Systems and training for many locations',
      },
      {
        term: 'How it works',
        detail: 'We write down how one location is run before the next one opens',
      },
    ],
  },
  athletes: {
    title: 'Athlete-to-Entrepreneur Platform',
    text: 'A network for athletes who want to start, buy or run a business, during their career in sport or after it. We do not manage athletes’ money.',
    facts: [
      {
        term: 'Who it is for',
        detail: 'Current and former professional athletes',
      },
      {
        term: 'What we bring',
        detail: 'Business education, and help in starting a company',
      },
      {
        term: 'How it works',
        detail: 'Training first, then a written business plan that we review together',
      },
    ],
  },
  advantage: {
    title: 'Our Embedded Advantage',
    question: firm.questions.owners,
    text: 'We take part in these networks ourselves. Where we invest, our operators can work in the company, and we discuss time horizon and control with the other owners.',
    aside: 'Someone who is there every day hears of a problem early.',
  },
  vision: {
    title: 'Vision Ahead',
    question: firm.questions.lasting,
    text: 'We would like each network to outgrow us, and be run by its members.',
    aside: 'Our task is to build what they can take over.',
  },
  quote: 'We like to spend time in a business before we propose terms.',
  closing: { title: 'Ask us about our ecosystems.', action: 'Partner With Us' },
};

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
        text: 'Companies can share suppliers, skills and experience where appropriate. Each one remains independent.',
      },
      {
        title: 'Earned trust.',
        text: 'People who have worked together know what to expect of each other. We keep the networks small enough for members to meet.',
      },
      {
        title: 'Practical knowledge.',
        text: 'With a company’s consent, we write down what works there and make it available to the others.',
      },
    ],
  },
  privateEquity: {
    title: 'Private Equity Network',
    text: 'A network of independent and emerging fund sponsors. We support their operations and consider investing our own capital case by case.',
    facts: [
      {
        term: 'Who it is for',
        detail: 'Emerging fund sponsors, independent sponsors and roll-up operators',
      },
      {
        term: 'What we bring',
        detail: 'Operating partners, site reviews and help with fund reporting',
      },
      {
        term: 'How it works',
        detail: 'Sponsors work with our teams and share experience with one another',
      },
    ],
  },
  franchise: {
    title: 'Franchise & Culinary Entrepreneur Platform',
    text: 'For chefs, operators and multi-unit owners who want to open more locations.',
    facts: [
      {
        term: 'Who it is for',
        detail: 'Culinary founders, franchisees and regional restaurant groups',
      },
      {
        term: 'What we bring',
        detail: 'Operating support for multi-unit businesses',
      },
      {
        term: 'How it works',
        detail: 'We document how one location is run before the next one opens',
      },
    ],
  },
  athletes: {
    title: 'Athlete-to-Entrepreneur Platform',
    text: 'For athletes who want to start, buy or run a business, during their career in sport or after it.',
    facts: [
      {
        term: 'Who it is for',
        detail: 'Current and former professional athletes, and their advisors',
      },
      {
        term: 'What we bring',
        detail: 'Business education, operating partners and support in starting a company',
      },
      {
        term: 'How it works',
        detail: 'Training first, then a written business plan reviewed with our operators',
      },
    ],
  },
  advantage: {
    title: 'Our Embedded Advantage',
    text: 'We take part in these networks ourselves. Where we invest, our operators work in the company, our systems support its back office, and we discuss time horizon and control with the other owners.',
    aside: 'Daily contact helps us see problems early and address them with the people on site.',
  },
  vision: {
    title: 'Vision Ahead',
    text: 'Over time, each ecosystem should be able to organize itself, led by its members and open to the next generation of owners.',
    aside: 'Our task is to set up a structure that they can take over.',
  },
  quote: {
    text: 'We help companies learn from one another.',
    source: `${firm.name}, operating principle`,
  },
  closing: { title: 'Ask us about our ecosystems.', action: 'Partner With Us' },
};

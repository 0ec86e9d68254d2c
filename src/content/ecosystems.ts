import { firm } from './firm.ts';

export const ecosystems = {
  meta: {
    title: `Ecosystems | ${firm.name}`,
    description:
      'Three connected networks of owners, operators and entrepreneurs: private equity, franchise and culinary, and athletes who become owners.',
  },
  hero: {
    title: 'Ecosystems of Scale & Significance',
    lede: 'A single company can be strong. A group of companies that buy from, learn from and vouch for one another is harder to stop.',
  },
  why: {
    title: 'Why Ecosystems Matter',
    principles: [
      {
        title: 'Shared strength.',
        text: 'Purchasing, talent, data and reputation cost less and carry further when they are held in common. Members keep their independence and gain a bench.',
      },
      {
        title: 'Earned trust.',
        text: 'People do business faster with those they have already worked beside. We keep our networks small enough for references to be first-hand.',
      },
      {
        title: 'Compounding knowledge.',
        text: 'A lesson learned once should only be paid for once. What works in one company is written down, tested and passed along.',
      },
    ],
  },
  privateEquity: {
    title: 'Private Equity Network',
    text: 'Independent sponsors and emerging managers, gathered around one source of capital, operations and judgment.',
    facts: [
      {
        term: 'Who it is for',
        detail: 'Emerging fund sponsors, independent sponsors and roll-up operators',
      },
      {
        term: 'What we bring',
        detail: 'Anchor capital, fund operations and hands-on diligence support',
      },
      {
        term: 'How it builds',
        detail: 'Many small streams of sourcing and experience, drawn into one',
      },
    ],
  },
  franchise: {
    title: 'Franchise & Culinary Entrepreneur Platform',
    text: 'For chefs, operators and multi-unit owners with a concept that deserves a second address, and a tenth.',
    facts: [
      {
        term: 'Who it is for',
        detail: 'Culinary founders, franchisees and regional restaurant groups',
      },
      {
        term: 'What we bring',
        detail: 'Sites, supply agreements, unit-level systems and growth capital',
      },
      {
        term: 'How it builds',
        detail: 'One kitchen done properly becomes the pattern for the next',
      },
    ],
  },
  athletes: {
    title: 'Athlete-to-Entrepreneur Platform',
    text: 'A career in sport ends early and teaches a great deal. We help athletes turn that discipline into ownership.',
    facts: [
      {
        term: 'Who it is for',
        detail: 'Current and former professional athletes, and their advisors',
      },
      {
        term: 'What we bring',
        detail: 'Business education, operating partners and access to real equity',
      },
      {
        term: 'How it builds',
        detail: 'A public name becomes a private enterprise, with the athlete as owner',
      },
    ],
  },
  advantage: {
    title: 'Our Embedded Advantage',
    text: 'We would rather be a member of these networks than a sponsor of them. Our operators take seats in the companies, our systems support their back offices, and our capital is placed on the same terms as theirs.',
    aside:
      'That closeness shows us problems early and opportunities sooner, and it means advice is given by people who share the consequences.',
  },
  vision: {
    title: 'Vision Ahead',
    text: 'In time, each ecosystem should be able to stand without us: governed by its members, financed in part by its own success, and open to the next generation of owners.',
    aside: 'Our task is to lay the structure well enough that it can be handed on.',
  },
  quote: {
    text: 'We do not collect companies. We build the conditions in which they make one another stronger.',
    source: `${firm.name}, operating principle`,
    action: 'Partner With Us',
  },
};

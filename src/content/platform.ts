import { firm } from './firm.ts';

export const platform = {
  meta: {
    title: `Platform: ${firm.platform} | ${firm.name}`,
    description: `${firm.platform} gives founders, sponsors and partners the capital, operations and technology of a much larger institution.`,
  },
  hero: {
    title: firm.platform,
    lede: `The platform beneath everything we own. ${firm.platform} gives founders, sponsors and partners the capital, operations and technology of a much larger institution, without asking them to become one.`,
  },
  enable: {
    title: 'What We Enable',
    intro:
      'Five capabilities, drawn like the frames of a hull. Each has its own shape. Together they carry the load.',
    capabilities: [
      {
        title: 'Capital Structuring',
        text: 'Equity, preferred and asset-backed structures shaped around how the business earns, on terms both sides can explain in a page.',
      },
      {
        title: 'Operational Infrastructure',
        text: 'Finance, people, procurement and compliance, ready to use, so that a leadership team has time to lead.',
      },
      {
        title: 'Go-to-Market Enablement',
        text: 'Positioning, pricing and channel work done alongside the sales team, and judged by what it sells.',
      },
      {
        title: 'Technology Integration',
        text: 'Sound data first, then applied AI where it takes real work off someone’s desk. Built in, and yours to keep.',
      },
      {
        title: 'Strategic Ecosystem Access',
        text: 'Introductions with a purpose: customers, suppliers, sites and co-investors from across our network.',
      },
    ],
  },
  how: {
    title: 'How the Platform Works',
    steps: [
      {
        title: 'Survey',
        text: 'We spend time in the business before we talk about price. Diligence runs both ways: you look into our people, our methods and our record while we look into yours.',
      },
      {
        title: 'Lay the keel',
        text: 'Capital, governance and a first-year operating plan are agreed together and set down once. Then the platform teams arrive and the systems go in.',
      },
      {
        title: 'Build upward',
        text: 'Operators stay embedded, progress is read from the same numbers by everyone, and each company becomes part of the network that helps the next.',
      },
    ],
  },
  value: {
    title: 'Value Across the Stack',
    audiences: [
      {
        id: 'founders',
        label: 'For Founders',
        promise: 'Keep building the company. We will help carry the weight of running one.',
        points: [
          'Capital that does not set a date for your exit',
          'Finance, hiring and compliance support as you grow',
          'Engineers who put AI to work in your operation, not in a slide',
          'An owner who reads the whole data room',
        ],
      },
      {
        id: 'sponsors',
        label: 'For Sponsors/GPs',
        promise:
          'Raise, close and operate with an institution behind you, and your name on the door.',
        points: [
          'Anchor and co-investment capital for the right thesis',
          'Fund operations, reporting and compliance infrastructure',
          'Operating partners for the first hundred days and after',
          'Sourcing from across our ecosystems',
        ],
      },
      {
        id: 'partners',
        label: 'For Ecosystem Partners',
        promise: 'Bring what you do best to a network of companies that can use it.',
        points: [
          'Access to operating companies, not a mailing list',
          'Shared commercial terms that are simple to explain',
          'Pilots with real sites, real customers and a decision date',
          'Room to invest in what you help to build',
        ],
      },
    ],
  },
  why: {
    title: 'Why It Matters',
    statement:
      'The keel is the first part of a ship to be laid and the last to be noticed. Everything above the waterline depends on it.',
    text: `Good companies seldom fail for want of ambition. More often they fail for want of structure: the wrong capital, thin operations, systems that cannot carry the load. Founders are asked to solve all three while also making something people want. We built ${firm.platform} so that structure comes first, and so that it is shared.`,
  },
  closing: { title: 'Bring us what you are building.', action: 'Partner With Us' },
};

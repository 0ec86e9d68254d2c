import type { ActionLinkView } from '../src/action-links/action-link-page.tsx';
import type { LinkAction } from '../src/inquiry/link-actions.ts';
import type { StoredInquiry } from '../src/store/inquiries/stored-inquiry.ts';

const inquiry: StoredInquiry = {
  ...{ id: '01a1fd11-5a89-78ff-b898-08a7c7dde223', receivedAt: '2026-11-24T20:30:00.000Z' },
  ...{ status: 'new', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@northfield.example' },
  ...{ company: 'Northfield Cold Storage', role: 'Chief executive', persona: 'founder' },
  ...{ companySize: '51-200', industry: 'Refrigerated logistics', timeline: '3-6months' },
  ...{ fundingStage: 'Series A', investmentAmount: '$4m to $6m' },
  message:
    'We run six cold stores in New England and are looking for a long-term owner alongside the family.\n\nMay we send you our figures?',
};
const qualified = { ...inquiry, status: 'reviewed', qualified: true } as const;
const responded = { ...qualified, status: 'responded' } as const;
const spam = { ...inquiry, status: 'spam' } as const;
const suspected = { ...inquiry, suspectedSpam: 'link in the company' };
const assigned = { ...qualified, assignee: 'Grace Hopper', assignedAt: '2026-11-24T21:05:00.000Z' };
const long: StoredInquiry = {
  ...inquiry,
  lastName: 'von Hohenzollern-Sigmaringen'.repeat(3),
  company: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2),
};

const linkTo = (action: LinkAction) => ({
  ...{ inquiryId: inquiry.id, action, expiresAt: '2026-12-24T20:30:00.000Z' },
});
const open = (action: LinkAction, of: StoredInquiry = inquiry) => ({
  ...linkTo(action),
  ...{ state: 'open' as const, inquiry: of },
  shown: action === 'assign' ? { assignee: of.assignee ?? '' } : {},
});
const used = (action: LinkAction, of: StoredInquiry) => ({
  ...linkTo(action),
  ...{ state: 'used' as const, inquiry: of, usedAt: '2026-11-24T21:05:00.000Z' },
});
const refused = (of: StoredInquiry, reason: 'unchanged' | 'not-allowed') => ({
  ...linkTo('qualify'),
  ...{ state: 'refused' as const, inquiry: of, reason },
});
const typed = { by: 'Grace Hopper', note: 'Good fit.\nI called her on Tuesday.' };

/** Sample data for each state of an action link's page. */
export const linkPageViews: Record<string, ActionLinkView> = {
  qualify: open('qualify'),
  decline: open('decline'),
  respond: open('respond', qualified),
  spam: open('spam'),
  'not-spam': open('not-spam', suspected),
  assign: open('assign', assigned),
  long: open('qualify', long),
  reopen: {
    ...open('qualify', { ...assigned, ...responded }),
    typed,
    problem: 'reopens',
    shown: { lastChange: 2 },
  },
  errors: {
    ...open('qualify'),
    typed: { by: 'Grace Hopper '.repeat(9), note: 'A long story. '.repeat(150) },
    errors: {
      by: 'Please shorten this to 79 characters',
      note: 'Please shorten this to 2,000 characters',
    },
  },
  'too-long': { ...open('decline'), problem: 'tooLarge' },
  failed: { ...linkTo('qualify'), state: 'open', typed, problem: 'failed' },
  used: used('qualify', qualified),
  'used-note': { ...used('respond', responded), typed },
  'refused-unchanged': refused(qualified, 'unchanged'),
  'refused-spam': refused(spam, 'not-allowed'),
  incomplete: { state: 'incomplete' },
  'invalid-signature': { state: 'invalidSignature' },
  expired: { state: 'expired' },
  deleted: { state: 'deleted' },
  unavailable: { state: 'unavailable' },
  limited: { state: 'limited', retryAfterSeconds: 40 },
};

import type { Due } from '../deadlines.ts';
import type { StoredInquiry } from '../stored-inquiry.ts';
import type { Reminder } from '../tables.ts';
import type { Digest } from './read-digest.ts';

/** What is told to a destination. */
export type News = (
  | { kind: 'received' | 'acknowledgement'; inquiry: StoredInquiry }
  | { kind: Reminder; inquiry: StoredInquiry; due: Due }
  | { kind: 'digest'; digest: Digest }
) & {
  /** Number of times that the team had it sent again; 0 by default. */
  redeliveries?: number;
};

/** The same at each attempt and redelivery, and unique for its destination: `review-late-…`. */
export const nameOf = (news: News): string =>
  `${news.kind}-${news.kind === 'digest' ? news.digest.day : news.inquiry.id}`;

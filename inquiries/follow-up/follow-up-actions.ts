import type { FollowUpAction } from '../delivery/follow-up-link.ts';
import type { Change } from '../transition.ts';

/** What each link makes of an inquiry, and what a mail calls it. */
export const followUps: Record<FollowUpAction, { label: string; change: Change }> = {
  qualify: { label: 'Reviewed, qualified', change: { status: 'reviewed', qualified: true } },
  decline: { label: 'Reviewed, declined', change: { status: 'declined' } },
  respond: { label: 'Responded', change: { status: 'responded' } },
  spam: { label: 'Spam', change: { status: 'spam' } },
};

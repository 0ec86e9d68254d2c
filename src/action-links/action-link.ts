/** What a link in a mail to the team can make of an inquiry. */
export const followUpActions = ['qualify', 'decline', 'respond', 'spam'] as const;

export type FollowUpAction = (typeof followUpActions)[number];

/** A link that opens the page where one action is confirmed. */
export interface FollowUpLink {
  action: FollowUpAction;
  /** What it does, such as "Reviewed, qualified". */
  label: string;
  /** Absolute. */
  url: string;
}

/** Signed links for the inquiry with this whole id, good for 30 days from `now` (ms). */
export type FollowUpLinks = (inquiryId: string, now: number) => FollowUpLink[];

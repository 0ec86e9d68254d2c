/** Status changes that a link in an e-mail to the team can make. */
export const linkActions = ['qualify', 'decline', 'respond', 'spam'] as const;

export type LinkAction = (typeof linkActions)[number];

/** A link to the page that confirms one action. */
export interface ActionLink {
  action: LinkAction;
  /** Names the action, such as "Reviewed, qualified". */
  label: string;
  /** Absolute. */
  url: string;
}

/** Signs the links for the inquiry with this full id, valid for 30 days from `now` (ms). */
export type SignActionLinks = (inquiryId: string, now: number) => ActionLink[];

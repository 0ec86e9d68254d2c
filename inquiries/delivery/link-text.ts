import { escapeHtml } from './escape-html.ts';
import type { FollowUpLink } from './follow-up-link.ts';

/** Stands once above all links of a mail: an answer quotes them to the inquirer. */
export const linksNote =
  'To follow up, open a link and confirm. A link works once, for 30 days and without a sign-in: ' +
  'leave it out of answers to the inquirer.';

/** The links of one inquiry for a mail's plain text. */
export const linksAsText = (links: FollowUpLink[]): string =>
  links.map(({ label, url }) => `${label}\n${url}`).join('\n\n');

/** The same for its HTML: buttons, and without their styles still links. */
export const linksAsHtml = (links: FollowUpLink[]): string =>
  links
    .map(
      ({ label, url }) =>
        `<p style="margin: 0.5em 0"><a href="${escapeHtml(url)}" style="${button}">${escapeHtml(label)}</a></p>`,
    )
    .join('\n');

const button = 'display: inline-block; padding: 0.5em 1em; border: 1px solid';

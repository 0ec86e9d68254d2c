import { escapeHtml } from './escape-html.ts';
import type { FollowUpLink } from './follow-up-link.ts';
import { linksAsHtml, linksAsText, linksNote } from './link-text.ts';
import { indent } from './mail-text.ts';

/** What the team can do about the inquiry of a mail: by a link, where there are any, or a command. */
interface WaysToAct {
  links: FollowUpLink[];
  commands: string[];
}

/** The last paragraphs of a mail about one inquiry. */
export const waysToActAsText = ({ links, commands }: WaysToAct): string[] => [
  ...(links.length ? [linksNote, linksAsText(links)] : []),
  `To work with it, where the website runs\n${indent(commands.join('\n'))}`,
  'An answer to this mail goes to the inquirer.\n',
];

/** The same as HTML. */
export const waysToActAsHtml = ({ links, commands }: WaysToAct): string[] => [
  ...(links.length ? [`<p>${linksNote}</p>`, linksAsHtml(links)] : []),
  `<p>To work with it, where the website runs:</p>\n<pre>${commands.map(escapeHtml).join('\n')}</pre>`,
  '<p>An answer to this mail goes to the inquirer.</p>',
];

import type { LinkAction } from '../../inquiry/link-actions.ts';

/** Link to a page that confirms an action. */
export interface ActionLink {
  action: LinkAction;
  /** Names the action, such as "Reviewed, qualified". */
  label: string;
  /** Absolute. */
  url: string;
}

/**
 * Signs the links for the inquiry with this full id, valid for 30 days from `now` (ms); with the number
 * of a change, the one that takes it back.
 */
export type SignActionLinks = (inquiryId: string, now: number, change?: number) => ActionLink[];

/** Content of a mail, rendered as plain text and as HTML. */
export interface MailDocument {
  subject: string;
  /** First line of the mail, and of its preview in a mailbox's list: what is urgent, and until when. */
  news: string;
  /** The news is that something is late or fails. */
  isUrgent?: boolean;
  /** Follows the news in the preview. */
  excerpt?: string;
  /** A mail without a heading is a letter: its news stands in the preview only. */
  heading?: string;
  blocks: Block[];
}

/** One line of a paragraph. Values and names are bold. */
export type Line =
  | string
  /** Texts of an inquirer, each in the direction of its script. */
  | { typed: string[]; label?: string }
  | { label: string; value: string }
  | { name: string }
  /** Address of an inquirer, as a link to write to. */
  | { email: string }
  /** Actions for an entry of a list, the likeliest first. */
  | { links: ActionLink[] };

/** Part of a mail. */
export type Block =
  | { lines: Line[] }
  /** Text of an inquirer that may have several lines. */
  | { message: string }
  /** Buttons, the likeliest action first. */
  | { links: ActionLink[] }
  /** Small print. */
  | { notes: string[]; isFooter?: boolean }
  | { section: string; blocks: Block[] };

export const paragraph = (text: string): Block => ({ lines: [text] });

/** Renders a mail as plain text. */
export function renderText({ news, heading, blocks }: MailDocument): string {
  const parts = [...(heading === undefined ? [] : [news, heading]), ...blocks.map(toText)];
  return `${parts.join('\n\n')}\n`;
}

function toText(block: Block): string {
  if ('lines' in block) return block.lines.map(lineAsText).join('\n');
  if ('message' in block) return indent(block.message);
  if ('links' in block) return linksAsText(block.links);
  if ('notes' in block) return block.notes.join('\n\n');
  return [block.section, ...block.blocks.map((part) => indent(toText(part)))].join('\n\n');
}

const linksAsText = (links: ActionLink[]) =>
  links.map(({ label, url }) => `${label}\n${url}`).join('\n\n');

function lineAsText(line: Line) {
  if (typeof line === 'string') return line;
  if ('typed' in line)
    return indent(`${line.label ? `${line.label}: ` : ''}${line.typed.join(', ')}`);
  if ('email' in line) return indent(line.email);
  if ('label' in line) return `${line.label}: ${line.value}`;
  return 'links' in line ? `\n${linksAsText(line.links)}` : line.name;
}

// Prevents user input from imitating our own lines.
const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');

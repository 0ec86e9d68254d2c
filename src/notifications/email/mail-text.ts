import { html as markup } from 'hono/html';

/** Link to a page that confirms an action. */
export interface ActionLink {
  action: string;
  /** Names the action, such as "Reviewed, qualified". */
  label: string;
  /** Absolute. */
  url: string;
}

/** Signs the links for the inquiry with this full id, valid for 30 days from `now` (ms). */
export type SignActionLinks = (inquiryId: string, now: number) => ActionLink[];

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** One line of a paragraph; the value of a label is bold. */
type Line = string | { label: string; value: string } | { name: string };

/** Part of a mail, rendered as plain text and as HTML. */
export type Block =
  | { lines: Line[] }
  /** Values may have several lines. */
  | { fields: { label: string; value: string }[] }
  | { links: ActionLink[] }
  | { commands: string[]; to: string }
  | { section: string; blocks: Block[] };

export const paragraph = (text: string): Block => ({ lines: [text] });

/** Tells how many entries a list omits, if any. */
export const moreBlocks = (count: number): Block[] =>
  count ? [paragraph(`And ${count.toLocaleString('en')} more.`)] : [];

/** Warning above the links: replies quote them to the inquirer. */
export const linksNote = paragraph(
  'To update an inquiry, open a link and confirm. A link works once, for 30 days and without ' +
    'signing in: remove it from replies to the inquirer.',
);

/** Last block of an e-mail to the team; most readers cannot run commands. */
export const adminBlock = (to: string, commands: string[]): Block => ({
  section: 'For administrators',
  blocks: [{ to, commands }],
});

/** Last blocks of an e-mail about one inquiry. */
export const actionBlocks = (links: ActionLink[], commands: string[]): Block[] => [
  paragraph('Replies to this email go to the inquirer.'),
  ...(links.length ? [linksNote, { links }] : []),
  adminBlock('To show or update this inquiry', commands),
];

/** Renders a mail as plain text and as escaped HTML. */
export const renderMail = (
  subject: string,
  blocks: Block[],
  { hasHeading = true } = {},
): MailContent => ({
  subject,
  text: `${[...(hasHeading ? [subject] : []), ...blocks.map(toText)].join('\n\n')}\n`,
  html: `${String(toHtmlPage(subject, blocks, hasHeading))}\n`,
});

function toText(block: Block): string {
  if ('lines' in block) return block.lines.map(lineAsText).join('\n');
  if ('fields' in block) {
    return block.fields.map(({ label, value }) => `${label}\n${indent(value)}`).join('\n\n');
  }
  if ('links' in block) return block.links.map(({ label, url }) => `${label}\n${url}`).join('\n\n');
  if ('commands' in block)
    return `${toCommandsIntro(block.to)}:\n${indent(block.commands.join('\n'))}`;
  return [block.section, ...block.blocks.map((part) => indent(toText(part)))].join('\n\n');
}

function lineAsText(line: Line) {
  if (typeof line === 'string') return line;
  if ('label' in line) return `${line.label}: ${line.value}`;
  return line.name;
}

// Prevents user input from imitating our own lines.
const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');

const toCommandsIntro = (to: string) => `${to}, run on the server`;

type Html = ReturnType<typeof markup>;

const toHtmlPage = (subject: string, blocks: Block[], hasHeading: boolean) => markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em; overflow-wrap: anywhere">
${hasHeading ? markup`<h1 style="font-size: 1.25em">${subject}</h1>\n` : ''}${join(blocks.map(toHtml))}
</body>
</html>`;

function toHtml(block: Block): Html {
  if ('lines' in block) return markup`<p>${join(block.lines.map(lineAsHtml), lineBreak)}</p>`;
  if ('fields' in block) return markup`<dl>\n${join(block.fields.map(fieldAsHtml))}\n</dl>`;
  if ('links' in block) return join(block.links.map(linkAsHtml));
  if ('commands' in block) {
    return markup`<p>${toCommandsIntro(block.to)}:</p>\n<pre style="white-space: pre-wrap">${block.commands.join('\n')}</pre>`;
  }
  return markup`<h2 style="font-size: 1.1em">${block.section}</h2>\n${join(block.blocks.map(toHtml))}`;
}

function lineAsHtml(line: Line): Html | string {
  if (typeof line === 'string') return line;
  if ('label' in line) return markup`${line.label}: <b>${line.value}</b>`;
  return markup`<b dir="auto">${line.name}</b>`;
}

const fieldAsHtml = ({ label, value }: { label: string; value: string }) =>
  markup`<dt style="margin-top: 0.75em"><b>${label}</b></dt>
<dd dir="auto" style="margin: 0; white-space: pre-wrap">${value}</dd>`;

/** A link styled as a button. */
const linkAsHtml = ({ label, url }: ActionLink) =>
  markup`<p style="margin: 0.5em 0"><a href="${url}" style="${buttonStyle}">${label}</a></p>`;

const buttonStyle = 'display: inline-block; padding: 0.5em 1em; border: 1px solid';
const lineBreak = markup`<br>\n`;

const join = (parts: (Html | string)[], separator: Html | string = '\n') =>
  markup`${parts.flatMap((part, index) => (index ? [separator, part] : [part]))}`;

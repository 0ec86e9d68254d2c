import { html as markup } from 'hono/html';
import type { ActionLink } from '../../action-links/action-link.ts';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** One line of a paragraph; the value of a label is bold. */
type Line = string | { label: string; value: string } | { name: string } | { code: string };

/** Part of a mail, rendered as plain text and as HTML. */
export type Block =
  | { lines: Line[] }
  /** Values may have several lines. */
  | { fields: { label: string; value: string }[] }
  | { links: ActionLink[] }
  | { commands: string[]; to: string }
  | { section: string; blocks: Block[] };

export const paragraph = (text: string): Block => ({ lines: [text] });

/** Warning above the links: replies quote them to the inquirer. */
export const linksNote = paragraph(
  'To follow up, open a link and confirm. A link works once, for 30 days and without a sign-in: ' +
    'leave it out of answers to the inquirer.',
);

/** Last blocks of an e-mail about one inquiry. */
export const actionBlocks = (links: ActionLink[], commands: string[]): Block[] => [
  ...(links.length ? [linksNote, { links }] : []),
  { commands, to: 'To work with it' },
  paragraph('An answer to this mail goes to the inquirer.'),
];

/** Renders a mail as plain text and as escaped HTML. */
export const renderMail = (
  subject: string,
  blocks: Block[],
  { hasHeading = true } = {},
): MailContent => ({
  subject,
  text: `${[...(hasHeading ? [subject] : []), ...blocks.map(toText)].join('\n\n')}\n`,
  html: `${String(toHtmlPage(subject, blocks))}\n`,
});

function toText(block: Block): string {
  if ('lines' in block) return block.lines.map(lineAsText).join('\n');
  if ('fields' in block) {
    return block.fields.map(({ label, value }) => `${label}\n${indent(value)}`).join('\n\n');
  }
  if ('links' in block) return block.links.map(({ label, url }) => `${label}\n${url}`).join('\n\n');
  if ('commands' in block)
    return `${toCommandsIntro(block.to)}\n${indent(block.commands.join('\n'))}`;
  return [block.section, ...block.blocks.map((part) => indent(toText(part)))].join('\n\n');
}

function lineAsText(line: Line) {
  if (typeof line === 'string') return line;
  if ('label' in line) return `${line.label}: ${line.value}`;
  return 'name' in line ? line.name : line.code;
}

// Prevents user input from imitating our own lines.
const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');

const toCommandsIntro = (to: string) => `${to}, where the website runs`;

type Html = ReturnType<typeof markup>;

const toHtmlPage = (heading: string, blocks: Block[]) => markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${heading}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
<h1 style="font-size: 1.25em">${heading}</h1>
${join(blocks.map(toHtml))}
</body>
</html>`;

function toHtml(block: Block): Html {
  if ('lines' in block) return markup`<p>${join(block.lines.map(lineAsHtml), lineBreak)}</p>`;
  if ('fields' in block) return markup`<dl>\n${join(block.fields.map(fieldAsHtml))}\n</dl>`;
  if ('links' in block) return join(block.links.map(linkAsHtml));
  if ('commands' in block) {
    return markup`<p>${toCommandsIntro(block.to)}:</p>\n<pre>${block.commands.join('\n')}</pre>`;
  }
  return markup`<h2 style="font-size: 1.1em">${block.section}</h2>\n${join(block.blocks.map(toHtml))}`;
}

function lineAsHtml(line: Line): Html | string {
  if (typeof line === 'string') return line;
  if ('label' in line) return markup`${line.label}: <b>${line.value}</b>`;
  return 'name' in line
    ? markup`<b dir="auto">${line.name}</b>`
    : markup`<code>${line.code}</code>`;
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

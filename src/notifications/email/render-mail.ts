import { html as markup, raw } from 'hono/html';
import type { MailCopy } from '../../content/mails.ts';
import type { LinkAction } from '../../inquiry/link-actions.ts';

export interface Link {
  label: string;
  /** Absolute. */
  url: string;
}

/** Link to a page that confirms an action, with its name as label, such as "Reviewed, qualified". */
export interface ActionLink extends Link {
  action: LinkAction;
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
  | { links: Link[] }
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

const linksAsText = (links: Link[]) =>
  links.map(({ label, url }) => `${label}\n${url.replace(/^(mailto:[^?]*).*/, '$1')}`).join('\n\n');

export const toMailto = (address: string): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}`;

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

type Html = ReturnType<typeof markup>;
type MailColors = MailCopy['colors'];
type Styles = ReturnType<typeof createStyles>;

const serif = 'font-family:Georgia,serif';
const sans = 'font-family:Helvetica,Arial,sans-serif';
const wrap = 'overflow-wrap:anywhere;word-break:break-word';

/**
 * Renders a mail as escaped HTML, without images and external addresses. Styles are inline, since some
 * clients remove style sheets. Outlook draws with Word's engine: it needs tables for widths, borders
 * and padding, and a font on each paragraph.
 */
export function renderHtml(mail: MailDocument, wordmark: string, colors: MailColors): string {
  const { subject, news, isUrgent, excerpt = '', heading, blocks } = mail;
  const { letter, message, head } = styleSets.getOrInsertComputed(colors, createStyleSets);
  const styles = heading === undefined ? letter : message;
  const { page, panel, title, newsLine } = styles;
  const table = raw('role="presentation" cellpadding="0" cellspacing="0" border="0"');
  const newsColor = isUrgent ? 'error' : 'accent';
  const content = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
${head}
</head>
<body class="page" style="margin:0;padding:0;${page}">
<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${news} ${excerpt}</div>
<table ${table} class="page" width="100%" style="table-layout:fixed;${page}"><tr><td align="center" class="gutter">
<!--[if mso]><table ${table} width="600"><tr><td><![endif]-->
<table ${table} class="panel" width="100%" style="max-width:600px;table-layout:fixed;${panel}">
<tr><td class="band line" style="${styles.band}">${wordmark}</td></tr>
<tr><td class="body" align="left" style="padding:24px 20px 20px;${wrap}">
${
  heading === undefined
    ? ''
    : markup`<p class="${newsColor}" style="${newsLine};color:${isUrgent ? colors.oxide : colors.bronze}">${news}</p>
<h1 class="text" dir="auto" style="${title}">${heading}</h1>
`
}${join(blocks.map((block) => toHtml(block, styles)))}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
  return String(content);
}

function toHtml(block: Block, styles: Styles): Html {
  if ('lines' in block) {
    const [first, ...rest] = block.lines;
    if (typeof first === 'object' && 'name' in first) {
      return markup`<h3 class="text" dir="auto" style="${styles.entry}">${first.name}</h3>
${toHtml({ lines: rest }, styles)}`;
    }
    const lines = block.lines.map((line) => lineAsHtml(line, styles));
    return markup`<p class="text" style="${styles.text}">${join(lines, lineBreak)}</p>`;
  }
  if ('message' in block) {
    // Word ignores `white-space`.
    const lines = join(block.message.split('\n'), lineBreak);
    return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;margin:0 0 20px"><tr><td class="mark" style="${styles.quote}"><p class="text" dir="auto" style="${styles.message}">${lines}</p></td></tr></table>`;
  }
  if ('links' in block) {
    const buttons = block.links.map((link, index) => buttonAsHtml(link, index === 0, styles));
    return markup`<div style="margin:8px 0 16px">${join(buttons)}</div>`;
  }
  if ('notes' in block) {
    const notes = block.notes.map(
      (note) => markup`<p class="muted" style="${styles.muted}">${note}</p>`,
    );
    const rule = markup`<div class="line" style="${styles.rule}"></div>\n`;
    return markup`${block.isFooter ? rule : ''}${join(notes)}`;
  }
  return markup`<h2 class="text line" style="${styles.section}">${block.section}</h2>
${join(block.blocks.map((part) => toHtml(part, styles)))}`;
}

function lineAsHtml(line: Line, styles: Styles): Html | string {
  if (typeof line === 'string') return line;
  if ('typed' in line) {
    const values = line.typed.map((value) => markup`<span dir="auto">${value}</span>`);
    return markup`${line.label ? `${line.label}: ` : ''}${join(values, ', ')}`;
  }
  if ('email' in line) {
    return markup`<a class="text" dir="auto" href="${toMailto(line.email)}" style="color:inherit">${line.email}</a>`;
  }
  if ('name' in line) return markup`<b dir="auto">${line.name}</b>`;
  if ('label' in line)
    return markup`${line.label}: <b style="white-space:nowrap">${line.value}</b>`;
  const links = line.links.map(
    ({ label, url }) => markup`<a class="text" href="${url}" style="${styles.link}">${label}</a>`,
  );
  return join(links, ' ');
}

/** A table, since Word draws no padding around a link. Buttons stand in a row where they fit. */
function buttonAsHtml({ label, url }: Link, isLikeliest: boolean, styles: Styles): Html {
  const cell = isLikeliest ? styles.primary : styles.outlined;
  const link = isLikeliest ? styles.primaryLink : styles.outlinedLink;
  const name = isLikeliest ? 'primary' : 'outlined';
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${styles.button}"><tr><td class="${name}" style="${cell}"><a href="${url}" style="${link}">${label}</a></td></tr></table>`;
}

/** The styles of all mails. Created once: a burst of mails would take 30 MB more. */
const styleSets = new WeakMap<MailColors, ReturnType<typeof createStyleSets>>();

const createStyleSets = (colors: MailColors) => ({
  letter: createStyles(colors, true),
  message: createStyles(colors, false),
  head: markup`<style>${raw(styleSheet(colors))}</style>
<style>${raw(darkRules(colors, '[data-ogsc] '))}</style>`,
});

function createStyles(colors: MailColors, isLetter: boolean) {
  const { film, paper, stone, text, muted, ink, buttonText, brass } = colors;
  const font = isLetter ? `${serif};font-size:18px` : `${sans};font-size:16px`;
  const button = `display:inline-block;padding:11px 12px;${sans};font-size:14px;line-height:20px;text-decoration:none`;
  return {
    page: `background-color:${film}`,
    panel: `background-color:${paper};border-top:3px solid ${brass}`,
    band: `padding:18px 20px 17px;border-bottom:1px solid ${stone};${serif};font-size:20px;line-height:26px;color:${text}`,
    newsLine: `margin:0 0 6px;${sans};font-size:15px;line-height:1.4;font-weight:bold`,
    title: `margin:0 0 12px;${serif};font-size:30px;line-height:1.2;font-weight:normal;color:${text}`,
    section: `margin:28px 0 14px;padding:20px 0 0;border-top:1px solid ${stone};${serif};font-size:20px;line-height:1.3;font-weight:normal;color:${text}`,
    entry: `margin:0;${font};line-height:1.5;font-weight:bold;color:${text}`,
    text: `margin:0 0 16px;${font};line-height:1.5;color:${text}`,
    muted: `margin:0 0 12px;${sans};font-size:14px;line-height:1.5;color:${muted}`,
    quote: `padding:16px 0 0;border-top:2px solid ${brass}`,
    message: `margin:0;${serif};font-size:18px;line-height:1.55;color:${text}`,
    // A margin, so that a wrapped link is not indented.
    link: `color:${text};line-height:2;white-space:nowrap;margin-right:16px`,
    rule: `margin:28px 0 20px;border-top:1px solid ${stone};font-size:1px;line-height:1px`,
    button: 'display:inline-block;margin:0 8px 8px 0;vertical-align:top',
    primary: `background-color:${ink};border:1px solid ${brass};mso-padding-alt:11px 12px`,
    primaryLink: `${button};font-weight:bold;color:${buttonText}`,
    outlined: `border:1px solid ${muted};mso-padding-alt:11px 12px`,
    outlinedLink: `${button};color:${text}`,
  };
}

function styleSheet(colors: MailColors) {
  return `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (min-width:600px){.gutter{padding:32px 16px!important}.band{padding:24px 44px 23px!important}.body{padding:40px 44px 32px!important}}
@media (prefers-color-scheme:dark){${darkRules(colors, '')}}`;
}

/** Rules of the dark scheme, also for Outlook's apps, which mark what they recolor with `data-ogsc`. */
const darkRules = (
  { ink, deep, moss, chalk, chalkMuted, brass, rust }: MailColors,
  scope: string,
) =>
  [
    `.page{background-color:${ink}!important}`,
    `.panel{background-color:${deep}!important}`,
    `.text,.band,.outlined a{color:${chalk}!important}`,
    `.muted{color:${chalkMuted}!important}`,
    `.accent{color:${brass}!important}`,
    `.error{color:${rust}!important}`,
    `.line{border-color:${moss}!important}`,
    `.primary{background-color:${brass}!important;border-color:${brass}!important}`,
    `.primary a{color:${ink}!important}`,
    `.outlined{border-color:${chalkMuted}!important}`,
  ]
    .map((rule) => rule.replaceAll(/(^|,)(?=\.)/g, `$1${scope}`))
    .join('');

const lineBreak = markup`<br>\n`;

const join = (parts: (Html | string)[], separator: Html | string = '\n') =>
  markup`${parts.flatMap((part, index) => (index ? [separator, part] : [part]))}`;

import { html as markup, raw } from 'hono/html';
import type { Mailbox } from '../../config/setting-values.ts';
import type { MailCopy } from '../../content/mails.ts';
import type { LinkAction, LinkTarget } from '../../inquiry/link-actions.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';

export interface Link {
  label: string;
  /** Absolute. */
  url: string;
}

/** Link to a page that confirms an action, with its name as label, such as "Reviewed, qualified". */
export interface ActionLink extends Link {
  action: LinkAction;
}

/** Signs the links to the actions on a target, valid for 30 days from `now` (ms since the epoch). */
export type SignActionLinks = (target: LinkTarget, now: number) => ActionLink[];

export interface Mail {
  /** Name of the sender (default: the website's). */
  fromName?: string;
  /** Default: the team. Empty: it is for nobody. */
  to?: Mailbox[];
  /** Default: the team. */
  replyTo?: Mailbox;
  /** Id of the inquiry to whose conversation the mail belongs. */
  thread?: string;
  startsThread?: boolean;
  subject: string;
  /** First line of the mail, and of its preview in a mailbox's list: what is urgent, and until when. */
  news: string;
  /** The news is that something is late or fails. */
  isUrgent?: boolean;
  /** Follows the news in the preview. */
  excerpt?: string;
  /** A mail without a heading is a letter: its news stands in the preview only. */
  heading?: string;
  parts: Optional<Part>[];
}

const table = raw('role="presentation" cellpadding="0" cellspacing="0" border="0"');
const lineBreak = markup`<br>\n`;
const serif = 'font-family:Georgia,serif';
const sans = 'font-family:Helvetica,Arial,sans-serif';

/** A part of a mail. An element's first class names its style. */
export interface Part {
  text: string;
  html: ReturnType<typeof markup> | string;
}

/** A part or line that may be missing, which is then left out. */
export type Optional<Value> = Value | undefined | false;

const present = <Value>(values: Optional<Value>[]) =>
  values.filter((value): value is Value => value !== undefined && value !== false);

/** A paragraph of texts and of other parts, each in a line of its own. */
export function paragraph(...lines: Optional<string | Part>[]): Part {
  const parts = present(lines).map((line) => {
    if (typeof line !== 'string') return line;
    const text = stripControlChars(line);
    return { text, html: text };
  });
  const html = parts.map((part) => part.html);
  return {
    text: parts.map(({ text }) => text).join('\n'),
    html: markup`<p class="text">${join(html, lineBreak)}</p>`,
  };
}

export const fact = (label: string, value: string): Part => ({
  text: `${label}: ${value}`,
  html: markup`${label}: <b style="white-space:nowrap">${value}</b>`,
});

/** Texts of an inquirer, each in the direction of its script. */
export function typed(values: Optional<string>[], label?: string): Part {
  const prefix = label ? `${label}: ` : '';
  const lines = present(values).map(stripControlChars);
  const spans = lines.map((line) => markup`<span dir="auto">${line}</span>`);
  return {
    text: indent(prefix + lines.join(', ')),
    html: markup`${prefix}${join(spans, ', ')}`,
  };
}

/** An entry of a list: lines, between an address to write to and links to actions, the likeliest first. */
export function entry(
  name: string,
  lines: Optional<string | Part>[],
  address?: string,
  links: Link[] = [],
): Part {
  const heading = stripControlChars(name);
  const anchors = links.map(
    ({ label, url }) => markup`<a href="${url}" class="link text">${label}</a>`,
  );
  const { text, html } = paragraph(
    address !== undefined && {
      text: indent(address),
      html: markup`<a href="${toMailto(address)}" class="address text" dir="auto">${address}</a>`,
    },
    ...lines,
    links.length > 0 && { text: `\n${linksToText(links)}`, html: join(anchors, ' ') },
  );
  return {
    text: `${heading}\n${text}`,
    html: markup`<h3 class="entry text" dir="auto">${heading}</h3>\n${html}`,
  };
}

/** Text that somebody typed, and that may have several lines. */
export const quote = (message: string): Part => ({
  text: indent(message),
  // Word ignores `white-space`.
  html: markup`<table ${table} width="100%" style="table-layout:fixed;margin:0 0 20px"><tr><td class="quote"><p class="message text" dir="auto">${join(message.split('\n'), lineBreak)}</p></td></tr></table>`,
});

/**
 * Buttons in a row where they fit, the likeliest action first. Each is a table, since Word draws no
 * padding around a link.
 */
export function buttons(links: Link[]): Optional<Part> {
  const html = links.map(({ label, url }, index) => {
    const name = index === 0 ? 'primary' : 'outlined';
    return markup`<table ${table} class="button"><tr><td class="${name}"><a href="${url}" class="${name}-link">${label}</a></td></tr></table>`;
  });
  const row = markup`<div style="margin:8px 0 16px">${join(html)}</div>`;
  return links.length > 0 && { text: linksToText(links), html: row };
}

export const notes = (...texts: string[]): Part => ({
  text: texts.join('\n\n'),
  html: join(texts.map((text) => markup`<p class="muted">${text}</p>`)),
});

/** Small print below a line. */
export function footer(texts: string[]): Part {
  const { text, html } = notes(...texts);
  return { text, html: markup`<div class="rule line"></div>\n${html}` };
}

/** Parts below a heading; nothing without parts. */
export function section(title: string, parts: Optional<Part>[]): Optional<Part> {
  const shown = present(parts);
  const text = [title, ...shown.map((part) => indent(part.text))].join('\n\n');
  const html = markup`<h2 class="section text line">${title}</h2>\n${join(shown.map((part) => part.html))}`;
  return shown.length > 0 && { text, html };
}

export const toMailto = (address: string): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}`;

const linksToText = (links: Link[]) =>
  links.map(({ label, url }) => `${label}\n${url.replace(/^(mailto:[^?]*).*/, '$1')}`).join('\n\n');

// Prevents user input from imitating our own lines.
const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');

const join = (parts: Part['html'][], separator: Part['html'] = '\n') =>
  markup`${parts.flatMap((part, index) => (index ? [separator, part] : [part]))}`;

export function renderText({ news, heading, parts }: Mail): string {
  const head = heading === undefined ? [] : [news, heading];
  return `${[...head, ...present(parts).map(({ text }) => text)].join('\n\n')}\n`;
}

type MailColors = MailCopy['colors'];
type Styles = ReturnType<typeof createStyles>;

/**
 * Renders a mail as escaped HTML, without images and external addresses. Outlook draws with Word's
 * engine: it needs tables for widths, borders and padding, and a font on each paragraph.
 */
export function renderHtml(mail: Mail, wordmark: string, colors: MailColors): string {
  const { subject, news, isUrgent, excerpt = '', heading, parts } = mail;
  const styles = styleSets.getOrInsertComputed(colors, createStyles);
  const isLetter = heading === undefined;
  const opening = markup`<p class="${isUrgent ? 'error' : 'accent'}">${news}</p>
<h1 class="title text" dir="auto">${heading}</h1>
`;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
<style>${raw(styles.sheet)}</style>
<style>${raw(styles.outlookSheet)}</style>
</head>
<body class="page">
<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${news} ${excerpt}</div>
<table ${table} class="page" width="100%"><tr><td align="center" class="gutter">
<!--[if mso]><table ${table} width="600"><tr><td><![endif]-->
<table ${table} class="panel" width="100%">
<tr><td class="band line">${wordmark}</td></tr>
<tr><td class="body" align="left">
${isLetter ? '' : opening}${join(present(parts).map(({ html }) => html))}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
  return inlineStyles(String(page), isLetter ? { ...styles, text: styles.letter } : styles);
}

/** Adds its style to each class: some clients remove style sheets. Quotes of user input are escaped. */
const inlineStyles = (html: string, styles: Styles) =>
  html.replaceAll(/ class="([\w-]+)(?: [^"]*)?"/g, (attribute, name: keyof Styles) =>
    styles[name] ? `${attribute} style="${styles[name]}"` : attribute,
  );

/** The styles of all mails. Created once: a burst of mails would take 30 MB more. */
const styleSets = new WeakMap<MailColors, Styles>();

function createStyles(colors: MailColors) {
  const { film, paper, stone, text, muted, bronze, oxide, ink, buttonText, brass } = colors;
  const news = `margin:0 0 6px;${sans};font-size:15px;line-height:1.4;font-weight:bold`;
  const link = `display:inline-block;padding:11px 12px;${sans};font-size:14px;line-height:20px;text-decoration:none`;
  return {
    sheet: `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (min-width:600px){.gutter{padding:32px 16px!important}.band{padding:24px 44px 23px!important}.body{padding:40px 44px 32px!important}}
@media (prefers-color-scheme:dark){${darkRules(colors, '')}}`,
    outlookSheet: darkRules(colors, '[data-ogsc] '),
    page: `margin:0;padding:0;table-layout:fixed;background-color:${film}`,
    panel: `max-width:600px;table-layout:fixed;background-color:${paper};border-top:3px solid ${brass}`,
    band: `padding:18px 20px 17px;border-bottom:1px solid ${stone};${serif};font-size:20px;line-height:26px;color:${text}`,
    body: 'padding:24px 20px 20px;overflow-wrap:anywhere;word-break:break-word',
    accent: `${news};color:${bronze}`,
    error: `${news};color:${oxide}`,
    title: `margin:0 0 12px;${serif};font-size:30px;line-height:1.2;font-weight:normal;color:${text}`,
    section: `margin:28px 0 14px;padding:20px 0 0;border-top:1px solid ${stone};${serif};font-size:20px;line-height:1.3;font-weight:normal;color:${text}`,
    entry: `margin:0;${sans};font-size:16px;line-height:1.5;font-weight:bold;color:${text}`,
    text: `margin:0 0 16px;${sans};font-size:16px;line-height:1.5;color:${text}`,
    letter: `margin:0 0 16px;${serif};font-size:18px;line-height:1.5;color:${text}`,
    muted: `margin:0 0 12px;${sans};font-size:14px;line-height:1.5;color:${muted}`,
    quote: `padding:16px 0 0;border-top:2px solid ${brass}`,
    message: `margin:0;${serif};font-size:18px;line-height:1.55;color:${text}`,
    address: 'color:inherit',
    // A margin, so that a wrapped link is not indented.
    link: `color:${text};line-height:2;white-space:nowrap;margin-right:16px`,
    rule: `margin:28px 0 20px;border-top:1px solid ${stone};font-size:1px;line-height:1px`,
    button: 'display:inline-block;margin:0 8px 8px 0;vertical-align:top',
    primary: `background-color:${ink};border:1px solid ${brass};mso-padding-alt:11px 12px`,
    'primary-link': `${link};font-weight:bold;color:${buttonText}`,
    outlined: `border:1px solid ${muted};mso-padding-alt:11px 12px`,
    'outlined-link': `${link};color:${text}`,
  };
}

/** Rules of the dark scheme, also for Outlook's apps, which mark what they recolor with `data-ogsc`. */
function darkRules(colors: MailColors, scope: string) {
  const { ink, deep, moss, chalk, chalkMuted, brass, rust } = colors;
  const rules = [
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
  ];
  return rules.map((rule) => rule.replaceAll(/(^|,)(?=\.)/g, `$1${scope}`)).join('');
}

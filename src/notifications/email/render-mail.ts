import { html as markup, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Mailbox } from '../../config/setting-values.ts';
import type { MailCopy } from '../../content/mails.ts';
import type { LinkAction, LinkTarget } from '../../inquiry/link-actions.ts';
import type { EpochMs } from '../../text/format-time.ts';
import { toSafeLine } from '../../text/hidden-chars.ts';
import { getMailStyles } from './mail-styles.ts';

export interface Link {
  label: string;
  /** Absolute URL. */
  url: string;
}

/**
 * Link to a page that confirms an action. The label is the name of the action, such as "Reviewed,
 * qualified".
 */
export interface ActionLink extends Link {
  action: LinkAction;
}

/** Signs the links to the actions on a target. They are valid for `linkDays` from `now`. */
export type SignActionLinks = (target: LinkTarget, now: EpochMs) => ActionLink[];

export interface Mail {
  /** Name of the sender (default: the website's). */
  fromName?: string;
  /**
   * Text after the name of the website, which distinguishes the mail in the conversation that a
   * mailbox shows.
   */
  fromLabel?: string;
  /** Recipients (default: the team); empty if there are none. */
  to?: Mailbox[];
  /** Recipient of a reply (default: the team). */
  replyTo?: Mailbox;
  /** Id of the inquiry whose conversation the mail joins. */
  thread?: string;
  startsThread?: boolean;
  /** Language tag (default: English). */
  lang?: string | undefined;
  subject: string;
  /** First line of the mail and of its preview: what is urgent, and by when. */
  news: string;
  /** True if the news is that something is late or fails. */
  isUrgent?: boolean;
  /** Text after the news in the preview. */
  excerpt?: string;
  /** Heading. A mail without one is a letter: its news is only in the preview. */
  heading?: string;
  parts: Optional<Part>[];
}

const table = raw('role="presentation" cellpadding="0" cellspacing="0" border="0"');
const lineBreak = markup`<br>\n`;

/** Escaped markup, or text that is not escaped yet. */
type Html = HtmlEscapedString | Promise<HtmlEscapedString> | string;

/** A part of a mail. The first class of an element names its style. */
export interface Part {
  text: string;
  html: Html;
}

/** A part or line that is left out if it is missing. */
export type Optional<Value> = Value | undefined | false;

const omitMissing = <Value>(values: Optional<Value>[]) =>
  values.filter((value): value is Value => value !== undefined && value !== false);

/** Renders a paragraph of texts and other parts, one a line. */
export function renderParagraph(...lines: Optional<string | Part>[]): Part {
  const parts = omitMissing(lines).map((line) => {
    if (typeof line !== 'string') return line;
    const text = toSafeLine(line);
    return { text, html: text };
  });
  const html = parts.map((part) => part.html);
  return {
    text: parts.map(({ text }) => text).join('\n'),
    html: markup`<p class="text">${joinHtml(html, lineBreak)}</p>`,
  };
}

export const renderFact = (label: string, value: string): Part => ({
  text: `${label}: ${value}`,
  html: markup`${label}: <b style="white-space:nowrap">${value}</b>`,
});

/** Renders texts of an inquirer, each in the direction of its script. */
export function renderInquirerText(values: Optional<string>[], label?: string): Part {
  const prefix = label ? `${label}: ` : '';
  const lines = omitMissing(values).map(toSafeLine);
  const spans = lines.map((line) => markup`<span dir="auto">${line}</span>`);
  return {
    text: indent(prefix + lines.join(', ')),
    html: markup`${prefix}${joinHtml(spans, ', ')}`,
  };
}

/**
 * Renders an entry of a list: lines between an address to write to and links to actions, likeliest
 * first.
 */
export function renderEntry(
  name: string,
  lines: Optional<string | Part>[],
  address?: string,
  links: Link[] = [],
): Part {
  const heading = toSafeLine(name);
  const anchors = links.map(
    ({ label, url }) => markup`<a href="${url}" class="link text">${label}</a>`,
  );
  const { text, html } = renderParagraph(
    address !== undefined && {
      text: indent(address),
      html: markup`<a href="${toMailto(address)}" class="address text" dir="auto">${address}</a>`,
    },
    ...lines,
    links.length > 0 && { text: `\n${linksToText(links)}`, html: joinAnchors(anchors) },
  );
  return {
    text: `${heading}\n${text}`,
    html: markup`<h3 class="entry text" dir="auto">${heading}</h3>\n${html}`,
  };
}

/** Joins links in a row that wraps. The last two stay together, so that none stands alone. */
function joinAnchors(anchors: Html[]): Html {
  const lastTwo = markup`<span style="white-space:nowrap">${joinHtml(anchors.slice(-2), ' ')}</span>`;
  return joinHtml([...anchors.slice(0, -2), lastTwo], ' ');
}

/** Renders a text that somebody typed, which may have several lines. */
export const renderQuote = (message: string): Part => ({
  text: indent(message),
  // Word ignores `white-space`.
  html: markup`<table ${table} width="100%" style="table-layout:fixed;margin:0 0 20px"><tr><td class="quote"><p class="message text" dir="auto">${joinHtml(message.split('\n'), lineBreak)}</p></td></tr></table>`,
});

/**
 * Renders buttons in a row where they fit, likeliest action first. Each is a table, because Word
 * ignores the padding of a link.
 */
export function renderButtons(links: Link[]): Optional<Part> {
  const html = links.map(({ label, url }, index) => {
    const name = index === 0 ? 'primary' : 'outlined';
    return markup`<table ${table} class="button"><tr><td class="${name}"><a href="${url}" class="${name}-link">${label}</a></td></tr></table>`;
  });
  const row = markup`<div style="margin:8px 0 16px">${joinHtml(html)}</div>`;
  return links.length > 0 && { text: linksToText(links), html: row };
}

export const renderNotes = (...texts: string[]): Part => ({
  text: texts.join('\n\n'),
  html: joinHtml(texts.map((text) => markup`<p class="muted">${text}</p>`)),
});

/** Renders small print below a line. */
export function renderFooter(texts: string[]): Part {
  const { text, html } = renderNotes(...texts);
  return { text, html: markup`<div class="rule line"></div>\n${html}` };
}

/** Renders parts below a heading; false if there are none. */
export function renderSection(title: string, parts: Optional<Part>[]): Optional<Part> {
  const shown = omitMissing(parts);
  const text = [title, ...shown.map((part) => indent(part.text))].join('\n\n');
  const html = markup`<h2 class="section text line">${title}</h2>\n${joinHtml(shown.map((part) => part.html))}`;
  return shown.length > 0 && { text, html };
}

export const toMailto = (address: string): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}`;

const linksToText = (links: Link[]) =>
  links.map(({ label, url }) => `${label}\n${url.replace(/^(mailto:[^?]*).*/, '$1')}`).join('\n\n');

// Indents user input, so that it cannot imitate our own lines.
const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');

function joinHtml(parts: Html[], separator: Html = '\n'): Html {
  const separated: Html[] = [];
  for (const part of parts) {
    if (separated.length > 0) separated.push(separator);
    separated.push(part);
  }
  return markup`${separated}`;
}

export function renderText({ news, heading, parts }: Mail): string {
  const texts = omitMissing(parts).map(({ text }) => text);
  if (heading !== undefined) texts.unshift(news, heading);
  return `${texts.join('\n\n')}\n`;
}

/**
 * Renders a mail as escaped HTML, without images and external resources. Outlook uses the engine of
 * Word, which needs tables for widths, borders and padding, and a font on each paragraph.
 */
export function renderHtml(mail: Mail, wordmark: string, colors: MailCopy['colors']): string {
  const { lang = 'en', subject, news, isUrgent, excerpt = '', heading, parts } = mail;
  const { sheet, outlookSheet, classes, letterText } = getMailStyles(colors);
  const isLetter = heading === undefined;
  const opening = markup`<p class="${isUrgent ? 'error' : 'accent'}">${news}</p>
<h1 class="title text" dir="auto">${heading}</h1>
`;
  const page = markup`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
<style>${raw(sheet)}</style>
<style>${raw(outlookSheet)}</style>
</head>
<body class="page">
<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${news} ${excerpt}</div>
<table ${table} class="page" width="100%"><tr><td align="center" class="gutter">
<!--[if mso]><table ${table} width="600"><tr><td><![endif]-->
<table ${table} class="panel" width="100%">
<tr><td class="band line">${wordmark}</td></tr>
<tr><td class="body" align="left">
${isLetter ? '' : opening}${joinHtml(omitMissing(parts).map(({ html }) => html))}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
  return inlineStyles(String(page), isLetter ? { ...classes, text: letterText } : classes);
}

/**
 * Adds a `style` attribute to each class, because some clients remove style sheets. Quotation marks
 * in user input are escaped.
 */
const inlineStyles = (html: string, classes: Record<string, string>): string =>
  html.replaceAll(/ class="([\w-]+)(?: [^"]*)?"/g, (attribute, name: string) => {
    const style = classes[name];
    return style === undefined ? attribute : `${attribute} style="${style}"`;
  });

import { escapeHtml } from './escape-html.ts';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

export const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

/** A whole mail: `heading` is text, `body` is HTML. */
export const toHtmlPage = (heading: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(heading)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
<h1 style="font-size: 1.25em">${escapeHtml(heading)}</h1>
${body}
</body>
</html>
`;

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { html } from 'hono/html';
import type { Connect } from 'vite';
import type { Mailbox } from '../../config/setting-values.ts';
import { formatTime } from '../../inquiry/format-time.ts';

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'";

/** Handles `/mails`: lists the e-mails in `folder`, newest first, with their HTML and text. */
export function createMailsHandler(folder: string, timeZone: string): Connect.NextHandleFunction {
  return ({ url }, response, next) => {
    const mails = readMails(folder);
    const mail = mails.find(({ id }) => url === `/${id}`);
    if (!mail && url !== '/') return next();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', policy);
    // Links open beside the list.
    const page = mail?.html.replace('<head>', '<head><base target="_blank">');
    response.end(page ?? String(renderList(mails, timeZone)));
  };
}

interface WrittenMail extends Record<'id' | 'subject' | 'date' | 'text' | 'html', string> {
  to: Mailbox | Mailbox[];
}

function readMails(folder: string): WrittenMail[] {
  const files = globSync('*.json', { cwd: folder });
  const mails = files.map((file) => ({
    ...(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as WrittenMail),
    id: path.basename(file, '.json'),
  }));
  return mails.sort((a, b) => b.date.localeCompare(a.date));
}

const listAddresses = (to: Mailbox | Mailbox[]) =>
  [to]
    .flat()
    .map(({ address }) => address)
    .join(', ');

const renderList = (mails: WrittenMail[], timeZone: string) =>
  html`<!doctype html>
    <html lang="en">
      <meta name="viewport" content="width=device-width" />
      <title>E-mails</title>
      <style>
        iframe {
          width: 100%;
          height: 40rem;
        }
        pre {
          white-space: pre-wrap;
        }
      </style>
      <h1>E-mails</h1>
      <p>${mails.length || 'None'} written instead of sent, newest first. Reload for new ones.</p>
      ${mails.map(
        ({ id, subject, to, date, text }, index) =>
          html` <details name="mail" ${index ? '' : 'open'}>
            <summary>
              ${subject}<br />
              To ${listAddresses(to)} · ${formatTime(timeZone, Date.parse(date))}
            </summary>
            <iframe
              src="/mails/${id}"
              title="${subject}"
              loading="lazy"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            ></iframe>
            <pre>${text}</pre>
          </details>`,
      )}
    </html>`;

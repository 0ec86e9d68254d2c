import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { html, raw } from 'hono/html';
import type { Connect } from 'vite';
import type { Mailbox } from '../../config/setting-values.ts';
import { formatTime } from '../../inquiry/format-time.ts';

const policy = "default-src 'none'; style-src 'unsafe-inline'";
/** Each frame gets the height of its e-mail, which runs no script. */
const listPolicy = `${policy}; script-src 'unsafe-inline'; frame-src 'self'`;

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 84rem; overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.5rem }
details { border-top: 1px solid #8886 }
summary { padding: .75rem 0; cursor: pointer; font-weight: 600 }
small { display: block; opacity: .75; font: .875rem/1.5 system-ui, sans-serif }
.mail { display: grid; gap: 1rem; margin: .25rem 0 2rem }
iframe { width: 100%; height: 40rem; border: 1px solid #8886; box-sizing: border-box }
pre { margin: 0; padding: 1rem; border: 1px solid #8886; font-size: .8125rem; white-space: pre-wrap;
  box-sizing: border-box; max-height: 32rem; overflow: auto }
@media (width >= 64rem) {
  .mail { grid-template-columns: minmax(0, 43rem) minmax(0, 1fr) }
  pre { height: 0; min-height: 100%; max-height: none }
}`;

/** Handles `/mails`: lists the e-mails in `folder`, newest first, with their HTML and text. */
export function createMailsHandler(folder: string, timeZone: string): Connect.NextHandleFunction {
  return ({ url }, response, next) => {
    const mails = readMails(folder);
    const mail = mails.find(({ id }) => url === `/${id}`);
    if (!mail && url !== '/') return next();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', mail ? policy : listPolicy);
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
        ${raw(styles)}
      </style>
      <h1>E-mails</h1>
      <p>${mails.length || 'None'} written instead of sent, newest first. Reload for new ones.</p>
      ${mails.map(
        ({ id, subject, to, date, text }, index) =>
          html` <details name="mail" ${index ? '' : 'open'}>
            <summary>
              ${subject}
              <small>To ${listAddresses(to)} · ${formatTime(timeZone, Date.parse(date))}</small>
            </summary>
            <div class="mail">
              <iframe
                src="/mails/${id}"
                title="${subject}"
                loading="lazy"
                sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
                onload="this.style.height = this.contentDocument.documentElement.scrollHeight + 2 + 'px'"
              ></iframe>
              <pre>${text}</pre>
            </div>
          </details>`,
      )}
    </html>`;

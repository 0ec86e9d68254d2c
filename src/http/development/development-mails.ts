import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { html, raw } from 'hono/html';
import type { Connect } from 'vite';
import type { Mailbox } from '../../config/setting-values.ts';
import { formatTime, type IsoTime } from '../../text/format-time.ts';
import type { LocaleOptions } from '../../text/locale-options.ts';

/** Creates the handler of `/mails`, a mailbox of the e-mails in `folder`, newest first. */
export function createMailsHandler(
  folder: string,
  localeOptions: LocaleOptions,
): Connect.NextHandleFunction {
  return ({ url = '' }, response, next) => {
    const mails = readMails(folder);
    // Paths: `/`, `/ID` for the mailbox at an e-mail, `/ID/SCHEME` for the e-mail itself.
    const [, id, scheme] = url.split('/');
    const mail = id ? mails.find((one) => one.id === id) : mails[0];
    if (id && !mail) return next();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (mail && scheme) response.end(renderMail(mail, scheme));
    else response.end(String(renderMailbox(mails, mail, localeOptions)));
  };
}

/** Returns the HTML of the e-mail in a color scheme. Its links open in a new tab. */
function renderMail(mail: Mail, scheme: string): string {
  const darkMedia = scheme === 'dark' ? '@media all' : '@media not all';
  return mail.html
    .replace('<head>', '<head><base target="_blank">')
    .replaceAll(/@media \(prefers-color-scheme: ?dark\)/g, darkMedia);
}

interface Mail {
  /** Name of its file, without the ending. */
  id: string;
  /** Addresses, separated by commas. */
  to: string;
  subject: string;
  date: IsoTime;
  text: string;
  html: string;
}

/** An e-mail as it is stored in its file. */
interface MailFile extends Omit<Mail, 'id' | 'to'> {
  to: Mailbox[] | string;
}

function readMails(folder: string): Mail[] {
  const mails = globSync('*.json', { cwd: folder }).map((file) => {
    const mail = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as MailFile;
    return { ...mail, id: path.basename(file, '.json'), to: formatRecipients(mail.to) };
  });
  return mails.sort((a, b) => b.date.localeCompare(a.date));
}

function formatRecipients(to: Mailbox[] | string): string {
  if (typeof to === 'string') return to;
  return to.map(({ address }) => address).join(', ');
}

const styles = `
  body { display: grid; grid-template: 100vh / 22rem 1fr; margin: 0; font: 1rem/1.4 system-ui; color-scheme: light dark }
  nav, main { overflow: auto; padding: 1rem }
  nav a { display: block; padding: .75rem; border-top: 1px solid #8888; color: inherit; text-decoration: none }
  nav a:hover, nav [aria-current] { background: #8883 }
  nav small, iframe, pre { display: block }
  main > div { display: flex; flex-wrap: wrap; gap: 1rem }
  iframe { height: 44rem; border: 1px solid #8888 }
  pre { max-width: 44rem; white-space: pre-wrap }
  @media (width < 60rem) { body { display: block } }
`;

/** Script that updates the list when there are new messages. */
const script = `setInterval(async () => {
  const text = await (await fetch(location)).text();
  const list = new DOMParser().parseFromString(text, 'text/html').querySelector('nav');
  if (list.innerHTML !== document.querySelector('nav').innerHTML) document.querySelector('nav').replaceWith(list);
}, 1000)`;

/** Frames of an e-mail: with the width of a phone, and of a mail program. */
const views = [
  { width: 390, scheme: 'light', title: '390 pixels, light' },
  { width: 390, scheme: 'dark', title: '390 pixels, dark' },
  { width: 700, scheme: 'light', title: '700 pixels, light' },
  { width: 700, scheme: 'dark', title: '700 pixels, dark' },
];

const renderMailbox = (mails: Mail[], current: Mail | undefined, localeOptions: LocaleOptions) =>
  html`<!doctype html>
    <html lang="en">
      <meta name="viewport" content="width=device-width" />
      <title>E-mails</title>
      <style>
        ${raw(styles)}
      </style>
      <nav>
        <p>${mails.length || 'No'} e-mails written instead of sent</p>
        ${mails.map(
          ({ id, subject, to, date }) =>
            html`<a href="/mails/${id}" ${id === current?.id ? raw('aria-current="page"') : ''}>
              ${subject}
              <small>To ${to} · ${formatTime(localeOptions, Date.parse(date))}</small>
            </a>`,
        )}
      </nav>
      <main>
        ${
          current &&
          html`<h1>${current.subject}</h1>
            <div>
              ${views.map(
                ({ width, scheme, title }) =>
                  html`<iframe
                    src="/mails/${current.id}/${scheme}"
                    title="${title}"
                    style="width: ${width}px"
                    sandbox="allow-popups allow-popups-to-escape-sandbox"
                  ></iframe>`,
              )}
              <pre>${current.text}</pre>
            </div>`
        }
      </main>
      <script>
        ${raw(script)};
      </script>
    </html>`;

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { expect, it } from 'vitest';
import { administrator, firm } from '../../src/content/firm.ts';
import { mails } from '../../src/content/mails.ts';
import type { StoredInquiry } from '../../src/inquiry/stored-inquiry.ts';
import { composeMail, type MailOptions } from '../../src/notifications/smtp/compose-mail.ts';
import { isInstalled } from '../fixtures/installed-programs.ts';
import { createNotification } from '../fixtures/notification-fixture.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const now = Date.parse('2026-11-24T15:00:00.000Z');
const options: MailOptions = {
  from: { name: 'Website', address: 'website@aldermere.example' },
  to: [{ name: '', address: 'partnerships@aldermere.example' }],
  clock: () => now,
  firm: { ...firm, administrator, mails },
};

const createInquiry = (digit: number, firstName: string): StoredInquiry => ({
  ...sampleInquiry,
  id: `01a1fd11-5a89-78ff-b898-08a7c7dde22${digit}`,
  receivedAt: '2026-11-24T14:00:00.000Z',
  status: 'new',
  firstName,
});

const due = { kind: 'review', at: '2026-11-25T14:00:00.000Z' } as const;
const compose = (kind: string, eventId: string, data: object) =>
  composeMail({ ...createNotification(kind, data), id: eventId }, options);

/** Composes the inquirer's answer to an acknowledgement, with the references of RFC 5322, section 3.6.4. */
function answer(acknowledgement: SendMailOptions, from: string): SendMailOptions {
  const { messageId = '', references = '', subject = '' } = acknowledgement;
  return {
    from,
    to: firm.email,
    messageId: `<answer-${from}>`,
    inReplyTo: messageId,
    references: `${String(references)} ${messageId}`,
    subject: `Re: ${subject}`,
    text: 'Thank you.',
  };
}

/** The e-mails of two inquiries, as they arrive in the team's mailbox. */
function composeMailbox(): SendMailOptions[] {
  const [ada, ben] = [createInquiry(1, 'Ada'), createInquiry(2, 'Ben')];
  const acknowledge = ({ id }: StoredInquiry, inquiry: StoredInquiry) =>
    compose('acknowledgement', `acknowledgement-${id}`, { inquiry });
  return [
    compose('received', `received-${ada.id}`, { inquiry: ada }),
    compose('received', `received-${ben.id}`, { inquiry: ben }),
    answer(acknowledge(ada, ada), 'ada@analytical.example'),
    compose('review-soon', `review-soon-${ben.id}`, { inquiry: ben, due }),
    answer(acknowledge(ben, ben), 'ben@analytical.example'),
    compose('review-soon', `review-soon-${ada.id}`, { inquiry: ada, due }),
  ];
}

/** Asks Dovecot for the conversations of a mailbox, as mail programs do (RFC 5256). */
async function readThreads(mailbox: SendMailOptions[], algorithm: string): Promise<string> {
  const folder = temporaryFolder();
  // Dovecot refuses to read mail as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const created = path.join(folder, 'Maildir', 'new');
  for (const name of ['run', 'Maildir', 'Maildir/new', 'Maildir/cur', 'Maildir/tmp'])
    mkdirSync(path.join(folder, name), { recursive: true });
  const transport = createTransport({ streamTransport: true, buffer: true });
  for (const [index, mail] of mailbox.entries()) {
    const { message } = await transport.sendMail(mail);
    writeFileSync(path.join(created, `${index + 1}.mail`), String(message));
  }
  const config = path.join(folder, 'dovecot.conf');
  writeFileSync(
    config,
    `base_dir = ${folder}/run\nmail_location = maildir:${folder}/Maildir\nssl = no\n`,
  );
  for (const name of ['', 'run', 'Maildir', 'Maildir/new', 'Maildir/cur', 'Maildir/tmp'])
    chmodSync(path.join(folder, name), 0o777);
  const commands = `a SELECT INBOX\r\nb THREAD ${algorithm} UTF-8 ALL\r\nc LOGOUT\r\n`;
  const output = execFileSync('doveadm', ['-c', config, 'exec', 'imap'], {
    ...user,
    input: commands,
    env: { ...process.env, HOME: folder, USER: 'nobody' },
  }).toString();
  return /^\* THREAD (.*?)\r?$/m.exec(output)?.[1] ?? output;
}

/** Lists the numbers of the e-mails of each conversation, such as "((1)(3))(2)". */
function listConversations(threads: string): string[] {
  const conversations: string[] = [];
  let depth = 0;
  for (const character of threads) {
    if (character === '(' && depth === 0) conversations.push('');
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (/\d/.test(character)) conversations.push(`${conversations.pop() ?? ''}${character}`);
  }
  return conversations.map((numbers) => [...numbers].sort().join());
}

it.skipIf(!isInstalled('doveadm')).each(['REFERENCES', 'REFS'])(
  'the answer of each inquirer stands in the conversation of the inquiry, by %s',
  async (algorithm) => {
    const threads = await readThreads(composeMailbox(), algorithm);
    expect(listConversations(threads)).toEqual(['1,3,6', '2,4,5']);
  },
);

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { expect, it } from 'vitest';
import { isInstalled } from '../fixtures/installed-programs.ts';
import { composeMailbox, conversations, createMaildir } from '../fixtures/team-mailbox.ts';

/** Asks Dovecot for the conversations of a mailbox, as mail programs do (RFC 5256). */
async function readThreads(mailbox: SendMailOptions[], algorithm: string): Promise<string> {
  const folder = await createMaildir(mailbox);
  mkdirSync(path.join(folder, 'run'));
  chmodSync(path.join(folder, 'run'), 0o777);
  // Dovecot refuses to read mail as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const config = path.join(folder, 'dovecot.conf');
  writeFileSync(
    config,
    `base_dir = ${folder}/run\nmail_location = maildir:${folder}/Maildir\nssl = no\n`,
  );
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
  const found: string[] = [];
  let depth = 0;
  for (const character of threads) {
    if (character === '(' && depth === 0) found.push('');
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (/\d/.test(character)) found.push(`${found.pop() ?? ''}${character}`);
  }
  return found.map((numbers) => [...numbers].sort().join());
}

it.skipIf(!isInstalled('doveadm')).each(['REFERENCES', 'REFS'])(
  'the answer of each inquirer stands in the conversation of the inquiry, by %s',
  async (algorithm) => {
    const threads = await readThreads(composeMailbox(), algorithm);
    expect(listConversations(threads)).toEqual(conversations);
  },
);

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { expect, it, onTestFinished } from 'vitest';
import type { Deadline } from '../../src/inquiry/deadlines.ts';
import { freePort } from '../../tools/start-server.ts';
import { isInstalled, isListening, startProgram } from '../fixtures/installed-programs.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import {
  ada,
  adasThread,
  addToMaildir,
  composeAnswer,
  composeMailbox,
  composeToTeam,
  conversations,
  createMaildir,
} from '../fixtures/team-mailbox.ts';

const code = '/usr/share/roundcube';
const isRoot = process.getuid?.() === 0;
const isComplete = isRoot && existsSync(code) && ['dovecot', 'php', 'sqlite3'].every(isInstalled);

it.skipIf(!isComplete)(
  'in Roundcube, answers and a letter by “Write to” stand in the conversation of the inquiry',
  async () => {
    const folder = await createMaildir(composeMailbox());
    const { page, mails } = await openRoundcube(folder);
    expect(await readConversations(page)).toEqual(conversations);

    await openMail(page, 1);
    await page.getByRole('link', { name: 'Write to Ada' }).click();
    // Its menu is inactive for assistive technology.
    await page.locator('#mailto-menu a.compose').dispatchEvent('click');
    await page.locator('#composebody').fill('Could we talk on Friday?');
    await page.locator('a.send, button.send').first().click();
    await expect.poll(() => mails.length).toBe(1);
    const [letter] = mails;
    expect(letter?.to).toContain(ada.email);
    expect(letter?.read.inReplyTo).toBe(adasThread);

    const { messageId = '', inReplyTo = '', subject = '' } = letter?.read ?? {};
    await addToMaildir(folder, 7, composeAnswer({ messageId, inReplyTo, subject }, ada.email));
    await expect.poll(() => readConversations(page)).toEqual(['1,3,6,7', '2,4,5']);
  },
);

it.skipIf(!isComplete)('in Roundcube, the links of a digest are underlined', async () => {
  const due: Deadline = { kind: 'review', at: '2026-11-24T12:00:00.000Z' };
  const late = { count: 1, first: [{ inquiry: ada, due, isUnreachable: false }] };
  const none = { count: 0, first: [] };
  const digest = composeToTeam('digest', {
    day: '2026-11-24',
    nextDay: '2026-11-25',
    late,
    upcoming: none,
    dueToday: 0,
    suspected: { ...none, until: due.at },
    markedSpam: none,
    escalated: none,
    lastWeek: undefined,
    backupAgeDays: undefined,
    notDelivered: [],
    unconfigured: [],
    refused: 0,
  });
  const { page } = await openRoundcube(await createMaildir([digest]));
  await openMail(page, 1);
  const links = page.locator('#messagebody a[href*="/follow-up/"]');
  await links.first().waitFor();
  const decorations = await links.evaluateAll((all) =>
    all.map((link) => getComputedStyle(link).textDecorationLine),
  );
  expect(decorations).toEqual(['underline', 'underline']);
});

/** Starts Dovecot and Roundcube for a mailbox, and signs in. `mails` are those that the team sends. */
async function openRoundcube(folder: string) {
  const { mails, address } = await startMailServer();
  const imapPort = await startDovecot(folder);
  const url = await startPhp(folder, imapPort, address.port);
  const executablePath = process.env['CHROMIUM'];
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ baseURL: url });
  await page.goto('/');
  await page.locator('#rcmloginuser').fill('team');
  await page.locator('#rcmloginpwd').fill('secret');
  await page.locator('#rcmloginsubmit').click();
  await page.waitForURL(/_task=mail/);
  return { page, mails };
}

const openMail = (page: Page, uid: number) =>
  page.goto(`/?_task=mail&_mbox=INBOX&_action=show&_uid=${uid}`);

/** Reads the list: the numbers of the e-mails of each conversation, as Dovecot's test does. */
async function readConversations(page: Page): Promise<string[]> {
  await page.goto('/?_task=mail&_mbox=INBOX');
  await page.locator('#messagelist tbody tr').first().waitFor();
  const parents = await page.evaluate<Record<string, number>>(
    `Object.fromEntries(Object.entries(rcmail.env.messages).map(([uid, { parent_uid: parent }]) => [uid, parent]))`,
  );
  const findRoot = (uid: string): string => {
    const parent = parents[uid];
    return parent ? findRoot(String(parent)) : uid;
  };
  const byRoot = Object.groupBy(Object.keys(parents), findRoot);
  return Object.values(byRoot).map((uids = []) => uids.sort().join());
}

/** Starts Dovecot for one person. Resolves to its port of IMAP. */
async function startDovecot(folder: string): Promise<number> {
  const port = await freePort();
  const config = path.join(folder, 'dovecot.conf');
  writeFileSync(
    config,
    `base_dir = ${folder}/run
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/Maildir
first_valid_uid = 1
default_login_user = nobody
default_internal_user = nobody
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=${folder} allow_all_users=yes
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    auto = subscribe
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`,
  );
  const output = startProgram('dovecot', ['-F', '-c', config], {}, (child) => child.kill());
  await expect.poll(async () => (await isListening(port)) || output()).toBe(true);
  return port;
}

/** Starts Roundcube in PHP's own server. Resolves to its address. */
async function startPhp(folder: string, imapPort: number, smtpPort: number): Promise<string> {
  const config = path.join(folder, 'roundcube');
  mkdirSync(config);
  for (const name of ['defaults.inc.php', 'mimetypes.php'])
    symlinkSync(`/etc/roundcube/${name}`, path.join(config, name));
  const database = path.join(config, 'roundcube.sqlite');
  execFileSync('sqlite3', [database], { input: readFileSync(`${code}/SQL/sqlite.initial.sql`) });
  const settings = {
    db_dsnw: `sqlite:///${database}`,
    imap_host: `127.0.0.1:${imapPort}`,
    smtp_host: `127.0.0.1:${smtpPort}`,
    smtp_user: '',
    smtp_pass: '',
    mail_domain: 'firm.example',
    log_dir: `${config}/`,
    temp_dir: `${config}/`,
    des_key: 'x'.repeat(24),
    default_list_mode: 'threads',
    autoexpand_threads: 1,
    language: 'en_US',
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `$config['${name}'] = ${JSON.stringify(value)};\n`,
  );
  writeFileSync(path.join(config, 'config.inc.php'), `<?php\n${lines.join('')}`);
  chmodSync(config, 0o700);
  const port = await freePort();
  const server = ['-S', `127.0.0.1:${port}`, '-t', '/var/lib/roundcube/public_html'];
  const output = startProgram('php', server, {
    env: { ...process.env, ROUNDCUBE_CONFIG_DIR: config },
  });
  await expect.poll(async () => (await isListening(port)) || output()).toBe(true);
  return `http://127.0.0.1:${port}`;
}

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MailServer } from '../../src/config/setting-values.ts';
import { listDeliveries } from '../../src/store/outbox/list-deliveries.ts';
import { freePort } from '../../tools/start-server.ts';
import { email } from '../fixtures/destinations.ts';
import { isInstalled, isListening, startProgram } from '../fixtures/installed-programs.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { setUpNotifications } from '../fixtures/notification-fixture.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const minute = 60 * 1000;
const to = ['ada@firm.example', 'bob@firm.example'].map((address) => ({ name: '', address }));

describe.skipIf(!isInstalled('postfix') || process.getuid?.() !== 0)('Postfix', () => {
  it('that takes 20 s for its answer to a message gets it once', async () => {
    const postfix = await startPostfix(['smtpd_end_of_data_restrictions = sleep 20, permit']);
    const { submit, tick, states } = await setUpNotifications({
      mailServer: postfix.address,
      mailOptions: { to },
    });
    await submit({}, [email]);
    await tick();
    expect(await states()).toEqual(['received delivered']);
    await expect.poll(postfix.copies).toEqual(['ada@firm.example', 'bob@firm.example']);
  });

  it('that refuses a recipient twice for now delivers one copy to each', async () => {
    const postfix = await startPostfix(
      [
        'smtpd_recipient_restrictions = check_recipient_access texthash:$config_directory/access, permit',
      ],
      { access: 'bob@firm.example 452 4.2.2 Mailbox full\n' },
    );
    const { store, submit, tick, pass } = await setUpNotifications({
      mailServer: postfix.address,
      mailOptions: { to },
    });
    await submit({}, [email]);
    const delivery = async () => (await listDeliveries(store))[0];
    const lastError = 'Refused recipients: 1 (SMTP 452 4.2.2)';
    for (const failures of [1, 2]) {
      await tick();
      expect(await delivery()).toMatchObject({ state: 'waiting', attempts: failures, lastError });
      if (failures === 2) postfix.write('access', '');
      pass(minute);
    }
    await tick();
    expect(await delivery()).toMatchObject({ state: 'delivered', attempts: 3 });
    await expect.poll(postfix.copies).toEqual(['ada@firm.example', 'bob@firm.example']);
  });
});

/** Starts Postfix with these settings; it relays to a mail server that counts copies by recipient. */
async function startPostfix(settings: string[], files: Record<string, string> = {}) {
  const [port, sink] = [await freePort(), await startMailServer()];
  const folder = temporaryFolder();
  // For Postfix's own user.
  chmodSync(folder, 0o755);
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const [queue, data] = ['queue', 'data'].map((name) => path.join(folder, name));
  for (const created of [queue, data]) mkdirSync(created ?? '');
  execFileSync('chown', ['postfix', data ?? '']);
  write(
    'main.cf',
    [
      'compatibility_level = 3.6',
      `queue_directory = ${queue}`,
      `data_directory = ${data}`,
      'command_directory = /usr/sbin',
      'daemon_directory = /usr/lib/postfix/sbin',
      'shlib_directory = /usr/lib/postfix',
      'meta_directory = /etc/postfix',
      'myhostname = relay.firm.example',
      'mydestination =',
      'inet_interfaces = loopback-only',
      'inet_protocols = ipv4',
      'relay_domains = firm.example',
      `relay_transport = smtp:[127.0.0.1]:${sink.address.port}`,
      'local_recipient_maps =',
      // Reads changed tables.
      'max_use = 1',
      `maillog_file = ${folder}/log`,
      `maillog_file_prefixes = ${folder}`,
      ...settings,
      '',
    ].join('\n'),
  );
  const services = [
    ...['cleanup unix n - n - 0 cleanup', 'qmgr unix n - n 300 1 qmgr'],
    ...['rewrite unix - - n - - trivial-rewrite', 'smtp unix - - n - - smtp'],
    ...['bounce defer trace'].flatMap((names) =>
      names.split(' ').map((name) => `${name} unix - - n - 0 bounce`),
    ),
    ...['error', 'retry'].map((name) => `${name} unix - - n - - error`),
    ...['anvil unix - - n - 1 anvil', 'scache unix - - n - 1 scache'],
    ...['proxymap unix - - n - - proxymap', 'postlog unix-dgram n - n - 1 postlogd'],
  ];
  write('master.cf', [`127.0.0.1:${port} inet n - n - - smtpd`, ...services, ''].join('\n'));
  for (const [name, text] of Object.entries(files)) write(name, text);

  const log = startProgram('postfix', ['-c', folder, 'start-fg'], {}, () =>
    execFileSync('postfix', ['-c', folder, 'stop'], { stdio: 'ignore' }),
  );
  await expect.poll(async () => (await isListening(port)) || log(), { timeout: minute }).toBe(true);
  const address: MailServer = { host: '127.0.0.1', port, isSecure: false, credentials: undefined };
  return { address, write, copies: () => sink.mails.flatMap((mail) => mail.to).sort() };
}

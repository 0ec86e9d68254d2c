import { describe, expect, it } from 'vitest';
import { readSettings, type Settings } from './settings.ts';

function read(env: Record<string, string>): Partial<Settings> & { problems: string[] } {
  const settings = readSettings(env);
  return settings.ok ? { ...settings.settings, problems: [] } : settings;
}

const mail = {
  SMTP_URL: 'smtps://smtp.example.com',
  MAIL_FROM: 'Website <website@example.com>',
  NOTIFY_TO: 'ada@example.com',
};
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
const webhook = { WEBHOOK_URL: 'https://hooks.example.com/x?y=1', WEBHOOK_SECRET: secretOf(32) };

describe('the mail settings', () => {
  it('contain a server, a sender and recipients', () => {
    const { mail: settings, problems } = read({ ...mail, NOTIFY_TO: 'a@x.org, "B, C" <b@x.org>' });
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      server: { host: 'smtp.example.com', port: 465, isSecure: true, credentials: undefined },
      from: { name: 'Website', address: 'website@example.com' },
      to: [
        { name: '', address: 'a@x.org' },
        { name: 'B, C', address: 'b@x.org' },
      ],
      escalateTo: [],
      replyTo: 'team',
    });
  });

  it('may contain addresses for escalation', () => {
    const { mail: settings } = read({ ...mail, ESCALATE_TO: 'Boss <boss@x.org>, c@x.org' });
    expect(settings?.escalateTo).toEqual([
      { name: 'Boss', address: 'boss@x.org' },
      { name: '', address: 'c@x.org' },
    ]);
    expect(read({ ...mail, ESCALATE_TO: 'boss' }).problems).toEqual([
      'ESCALATE_TO is "boss". Write e-mail addresses separated by commas, such as ada@example.com, bob@example.com.',
    ]);
    expect(read({ ESCALATE_TO: 'boss@x.org' }).problems).toHaveLength(3);
  });

  it('may have a port and percent-encoded credentials', () => {
    const serverOf = (SMTP_URL: string) => read({ ...mail, SMTP_URL }).mail?.server;
    expect(serverOf('smtp://me%40x.org:p%2Fw@10.0.0.1:2525')).toEqual({
      host: '10.0.0.1',
      port: 2525,
      isSecure: false,
      credentials: { user: 'me@x.org', pass: 'p/w' },
    });
    expect(serverOf('smtp://[::1]')).toMatchObject({ host: '::1', port: 587 });
  });

  it('are required together', () => {
    expect(read({})).toMatchObject({ mail: undefined, webhook: undefined, problems: [] });
    const { mail: settings, problems } = read({ SMTP_URL: mail.SMTP_URL });
    expect(settings).toBeUndefined();
    expect(problems).toEqual([
      'MAIL_FROM is missing. Write one e-mail address, such as Website <website@example.com>.',
      'NOTIFY_TO is missing. Write e-mail addresses separated by commas, such as ada@example.com, bob@example.com.',
    ]);
    expect(read({ NOTIFY_TO: 'a@x.org' }).problems).toHaveLength(2);
  });

  it('never appear with a password in a message', () => {
    const refused = (SMTP_URL: string) => read({ ...mail, SMTP_URL }).problems.join();
    expect(refused('http://me:secret@host')).toBe(
      'SMTP_URL cannot be used. Write smtp:// or smtps:// with a host, such as smtps://user:password@smtp.example.com.',
    );
    for (const url of [
      'smtp://me@host',
      'smtp://:secret@host',
      'smtp://',
      'smtp:host',
      'smtp://host/path',
      'smtp://host?pool=true',
      'smtp://me:%ff@host',
    ]) {
      expect(refused(url)).toMatch(/^SMTP_URL cannot/);
    }
  });

  it.each(['website', 'a@x.org, b@x.org', 'A <a@x.org', 'A\r\nBcc: c@x.org <a@x.org>'])(
    'reject an invalid sender: %j',
    (MAIL_FROM) => {
      expect(read({ ...mail, MAIL_FROM }).problems).toEqual([
        expect.stringContaining('Write one e-mail address, such as Website <website@example.com>.'),
      ]);
    },
  );

  it.each(['a@x.org, b', ','])('reject an invalid recipient: %j', (NOTIFY_TO) => {
    expect(read({ ...mail, NOTIFY_TO }).problems).toHaveLength(1);
  });
});

describe('acknowledgements', () => {
  it('are off by default', () => {
    expect(read(mail).acknowledge).toBe(false);
    expect(read({ ...mail, ACKNOWLEDGE: 'off' }).acknowledge).toBe(false);
    expect(read({ ...mail, ACKNOWLEDGE: 'on' })).toMatchObject({ acknowledge: true, problems: [] });
    expect(read({ ...mail, ACKNOWLEDGE: 'yes' }).problems).toEqual([
      'ACKNOWLEDGE is "yes". Write on or off.',
    ]);
  });

  it('require a mail server', () => {
    expect(read({ ...webhook, ACKNOWLEDGE: 'on' }).problems).toEqual([
      'ACKNOWLEDGE is "on" without a mail server. Set SMTP_URL, MAIL_FROM and NOTIFY_TO as well, or set ACKNOWLEDGE=off.',
    ]);
    expect(read({ ACKNOWLEDGE: 'off' }).problems).toEqual([]);
    const { problems } = read({ NOTIFY_TO: mail.NOTIFY_TO, ACKNOWLEDGE: 'on' });
    expect(problems.map((text) => text.split(' ', 1)[0])).toEqual(['SMTP_URL', 'MAIL_FROM']);
  });
});

describe('the webhook settings', () => {
  it('contain a URL and one or several secrets', () => {
    const secrets = [secretOf(24), secretOf(64)];
    const { webhook: settings } = read({ ...webhook, WEBHOOK_SECRET: secrets.join(' ') });
    expect(settings?.url.href).toBe('https://hooks.example.com/x?y=1');
    expect(settings?.secrets).toEqual(secrets);
  });

  it('are required together', () => {
    expect(read({ WEBHOOK_URL: webhook.WEBHOOK_URL }).problems).toHaveLength(1);
    expect(read({ WEBHOOK_SECRET: webhook.WEBHOOK_SECRET }).problems).toEqual([
      'WEBHOOK_URL is missing. Write an http or https address, such as https://hooks.example.com/inquiries.',
    ]);
  });

  it('demand nothing for a removed setting, and name it', () => {
    const removed = { WEBHOOK_ALLOW_HOSTS: 'hooks.internal' };
    expect(readSettings(removed)).toMatchObject({ ok: true, removed: ['WEBHOOK_ALLOW_HOSTS'] });
    expect(readSettings({ WEBHOOK_ALLOW_HOSTS: '' })).toMatchObject({ ok: true, removed: [] });
  });

  it('never appear with a secret in a message', () => {
    const good = secretOf(32);
    const tooShortOrLong = [secretOf(23), secretOf(65)];
    for (const bad of ['whsec_secret', ...tooShortOrLong, good.slice(6), `x${good}`, `${good} x`]) {
      const { problems } = read({ ...webhook, WEBHOOK_SECRET: bad });
      expect(problems.join()).toMatch(/^WEBHOOK_SECRET cannot be used\. Write whsec_ and/);
      expect(problems.join()).not.toContain(bad);
    }
    const url = read({ ...webhook, WEBHOOK_URL: 'ftp://me:secret@host' }).problems;
    expect(url.join()).toMatch(/^WEBHOOK_URL cannot be used\. /);
  });
});

import { describe, expect, it } from 'vitest';
import { startNameServer, type Zone } from '../../../../tests/fixtures/name-server.ts';
import { checkMailDomain } from './mail-domain.ts';

const good: Zone = {
  'firm.example': {
    TXT: ['some-verification=1', `v=spf1 ${'ip4:192.0.2.1 '.repeat(20)}-all`],
    MX: ['mail.firm.example'],
  },
  '_dmarc.firm.example': { TXT: ['v=DMARC1; sp=reject; p=quarantine'] },
};

/** Returns the results as "result name: detail", and the remedies by name. */
async function check(zone: Zone, address = 'website@firm.example') {
  const found = await checkMailDomain(address, [await startNameServer(zone)]);
  return {
    results: found.map(({ result, name, detail }) => `${result} ${name}: ${detail}`),
    remedies: Object.fromEntries(found.map(({ name, next }) => [name, next])),
  };
}

describe('checkMailDomain', () => {
  it('passes a domain whose e-mails are believed and whose bounces arrive', async () => {
    expect((await check(good)).results).toEqual([
      'ok SPF: firm.example names its mail servers',
      'ok DMARC: _dmarc.firm.example asks for quarantine',
      'ok MX: firm.example receives mail',
    ]);
  });

  it('says what to publish for a domain without records', async () => {
    const { results, remedies } = await check({});
    expect(results).toEqual([
      'warning SPF: firm.example has no SPF record: e-mails may be refused or marked as spam',
      'warning DMARC: firm.example has no DMARC record: e-mails may be refused or marked as spam',
      'warning MX: firm.example receives no mail: bounces to MAIL_FROM are lost',
    ]);
    expect(remedies['SPF']).toMatch(/TXT "v=spf1 include:.* -all" at firm\.example\./);
    expect(remedies['DMARC']).toMatch(/"v=DMARC1; p=none; .* at _dmarc\.firm\.example\./);
    expect(remedies['MX']).toMatch(/MX record at firm\.example, or set MAIL_FROM/);
  });

  it.each([
    ['several SPF records', { TXT: ['v=spf1 -all', 'v=spf1 mx -all'] }, 'has several SPF records'],
    ['an SPF record for every server', { TXT: ['v=spf1 mx +all'] }, 'lets every server send'],
    ['a text that only resembles SPF', { TXT: ['v=spf10 -all'] }, 'no SPF record'],
    ['a record that refuses all mail', { TXT: ['v=spf1 -all'], MX: [''] }, 'receives no mail'],
  ])('warns of %s', async (_, records, detail) => {
    const { results } = await check({ ...good, 'firm.example': records });
    expect(results.find((text) => text.startsWith('warning'))).toContain(detail);
  });

  it.each([
    ['v=DMARC1; p=none; rua=mailto:dmarc@firm.example', 'none'],
    ['v=DMARC1; sp=reject', 'none'],
  ])('warns of the policy in %s', async (record, policy) => {
    const { results, remedies } = await check({
      ...good,
      '_dmarc.firm.example': { TXT: [record] },
    });
    expect(results[1]).toBe(
      `warning DMARC: _dmarc.firm.example asks for ${policy}: others can send e-mails as firm.example`,
    );
    expect(remedies['DMARC']).toContain('publish p=quarantine');
  });

  it('finds the policy of a subdomain above it', async () => {
    const { results } = await check(
      { ...good, 'mail.web.firm.example': good['firm.example'] ?? {} },
      'website@mail.web.firm.example',
    );
    expect(results[1]).toBe('ok DMARC: _dmarc.firm.example asks for reject');
  });

  it('is skipped if the name server fails, and has nothing to check in a local name', async () => {
    const nameServer = await startNameServer(good, { code: 2 });
    expect(await checkMailDomain('website@firm.example', [nameServer])).toEqual([
      {
        result: 'skipped',
        name: 'mail domain',
        detail: 'not examined: firm.example could not be looked up: ESERVFAIL',
      },
    ]);
    expect(await checkMailDomain('website@localhost', [nameServer])).toEqual([]);
  });
});

import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { toDeliveryError } from '../../../notifications/sender.ts';
import { type CheckResult, ok, skipped, warning } from './check-result.ts';

/**
 * Checks by DNS that receivers can believe e-mails from this address, and that bounces arrive.
 * `nameServers` default to those of the system.
 */
export async function checkMailDomain(
  address: string,
  nameServers?: readonly string[],
): Promise<CheckResult[]> {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1));
  // A name of the local network only.
  if (!domain.includes('.')) return [];
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  try {
    return await Promise.all([
      checkSpf(resolver, domain),
      checkDmarc(resolver, domain),
      checkMx(resolver, domain),
    ]);
  } catch (error) {
    const { message } = toDeliveryError(error);
    return [skipped('mail domain', `${domain} could not be looked up: ${message}`)];
  }
}

async function checkSpf(resolver: Resolver, domain: string): Promise<CheckResult> {
  const [record, another] = await readTexts(resolver, domain, /^v=spf1( |$)/i);
  if (!record) {
    return warning(
      'SPF',
      `${domain} has no SPF record: e-mails may be refused or marked as spam`,
      `Publish what your mail provider names, such as TXT "v=spf1 include:spf.provider.example -all" at ${domain}.`,
    );
  }
  if (another) {
    return warning('SPF', `${domain} has several SPF records: none counts`, 'Merge them into one.');
  }
  if (/ \+?all( |$)/i.test(record)) {
    return warning('SPF', `${domain} lets every server send`, 'End its SPF record with -all.');
  }
  return ok('SPF', `${domain} names its mail servers`);
}

async function checkDmarc(resolver: Resolver, domain: string): Promise<CheckResult> {
  // A domain without a record has that of the nearest domain above it.
  for (let owner = domain; owner.includes('.'); owner = owner.slice(owner.indexOf('.') + 1)) {
    const [record] = await readTexts(resolver, `_dmarc.${owner}`, /^v=DMARC1 *;/i);
    if (!record) continue;
    const readTag = (name: string) => new RegExp(`; *${name} *= *(\\w+)`, 'i').exec(record)?.[1];
    const policy = (owner !== domain && readTag('sp')) || (readTag('p') ?? 'none');
    const detail = `_dmarc.${owner} asks for ${policy}`;
    if (/^(quarantine|reject)$/i.test(policy)) return ok('DMARC', detail);
    return warning(
      'DMARC',
      `${detail}: others can send e-mails as ${domain}`,
      'Once the reports show that all of your own e-mails pass, publish p=quarantine, later p=reject.',
    );
  }
  return warning(
    'DMARC',
    `${domain} has no DMARC record: e-mails may be refused or marked as spam`,
    `Publish TXT "v=DMARC1; p=none; rua=mailto:ADDRESS" at _dmarc.${domain}, and read the reports.`,
  );
}

async function checkMx(resolver: Resolver, domain: string): Promise<CheckResult> {
  const records = await ignoreMissing(resolver.resolveMx(domain));
  // RFC 7505: one record without a host refuses all mail.
  if (records.some(({ exchange }) => exchange)) return ok('MX', `${domain} receives mail`);
  return warning(
    'MX',
    `${domain} receives no mail: bounces, which tell of addresses that do not exist, are lost`,
    `Publish the MX record of your mail provider at ${domain}, or set MAIL_FROM to a mailbox that somebody reads.`,
  );
}

async function readTexts(resolver: Resolver, name: string, pattern: RegExp) {
  const records = await ignoreMissing(resolver.resolveTxt(name));
  return records.map((parts) => parts.join('')).filter((text) => pattern.test(text));
}

/** Resolves to nothing if the name or the type of record does not exist. */
const ignoreMissing = <Row>(lookup: Promise<Row[]>): Promise<Row[]> =>
  lookup.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
    throw error;
  });

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
  const checks = [checkSpf, checkDmarc, checkMx];
  try {
    return await Promise.all(checks.map((check) => check(resolver, domain)));
  } catch (error) {
    const { message } = toDeliveryError(error);
    return [skipped('mail domain', `${domain} could not be looked up: ${message}`)];
  }
}

const refused = 'e-mails may be refused or marked as spam';

async function checkSpf(resolver: Resolver, domain: string): Promise<CheckResult> {
  const records = await readTexts(resolver, domain, /^v=spf1( |$)/i);
  if (records.length === 1 && !/ \+?all( |$)/i.test(records[0] ?? '')) {
    return ok('SPF', `${domain} names its mail servers`);
  }
  const problem = ['has no SPF record', 'lets every server send'][records.length];
  return warning(
    'SPF',
    `${domain} ${problem ?? 'has several SPF records, so that none counts'}: ${refused}`,
    `Publish what your mail provider names, such as TXT "v=spf1 include:spf.provider.example -all" at ${domain}.`,
  );
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
    `${domain} has no DMARC record: ${refused}`,
    `Publish TXT "v=DMARC1; p=none; rua=mailto:ADDRESS" at _dmarc.${domain}, and read the reports.`,
  );
}

async function checkMx(resolver: Resolver, domain: string): Promise<CheckResult> {
  const records = await resolver.resolveMx(domain).catch(ignoreMissing);
  // RFC 7505: one record without a host refuses all mail.
  if (records.some(({ exchange }) => exchange)) return ok('MX', `${domain} receives mail`);
  return warning(
    'MX',
    `${domain} receives no mail: bounces, which tell of addresses that do not exist, are lost`,
    `Publish the MX record of your mail provider at ${domain}, or set MAIL_FROM to a mailbox that somebody reads.`,
  );
}

async function readTexts(resolver: Resolver, name: string, pattern: RegExp) {
  const records = await resolver.resolveTxt(name).catch(ignoreMissing);
  return records.map((parts) => parts.join('')).filter((text) => pattern.test(text));
}

/** Returns no records if the name, or this type of record, does not exist. */
function ignoreMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
  throw error;
}

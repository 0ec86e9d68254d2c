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
  const isOpen = / \+?all( |$)/i.test(records[0] ?? '');
  if (records.length === 1 && !isOpen) return ok('SPF', `${domain} names its mail servers`);
  const problems = ['has no SPF record', 'lets every server send'];
  const problem = problems[records.length] ?? 'has several SPF records, so that none counts';
  const next = 'Publish what your mail provider names, such as TXT "v=spf1 include:HOST -all" at';
  return warning('SPF', `${domain} ${problem}: ${refused}`, `${next} ${domain}.`);
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
    const next =
      'Once all of your own e-mails pass in its reports, publish p=quarantine or p=reject.';
    return warning('DMARC', `${detail}: others can send e-mails as ${domain}`, next);
  }
  const next =
    'Publish TXT "v=DMARC1; p=none; rua=mailto:ADDRESS" and read the reports, at _dmarc.';
  return warning('DMARC', `${domain} has no DMARC record: ${refused}`, `${next}${domain}.`);
}

async function checkMx(resolver: Resolver, domain: string): Promise<CheckResult> {
  const records = await resolver.resolveMx(domain).catch(ignoreMissing);
  // RFC 7505: one record without a host refuses all mail.
  if (records.some(({ exchange }) => exchange)) return ok('MX', `${domain} receives mail`);
  const next = `Publish an MX record at ${domain}, or set MAIL_FROM to a mailbox that somebody reads.`;
  return warning('MX', `${domain} receives no mail: bounces to MAIL_FROM are lost`, next);
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

import { domainToASCII } from 'node:url';
import { foldCase } from '../../store/inquiries/search-keys.ts';
import { toStreamSafe } from '../../text/normalize-text.ts';

/** Gmail delivers the mail of both domains to one mailbox, and ignores dots before the `@`. */
const gmailDomains = ['gmail.com', 'googlemail.com'];

/**
 * Returns the mailbox of an e-mail address: without a tag such as `+news`, and in one spelling of the
 * characters that mail systems treat alike, such as `ｇ` and `g`. Knows Gmail's rule, but not those of
 * other providers, and no domain that takes any name. Not stored: may change between versions.
 */
export function toMailbox(email: string): string {
  const [local = '', domain = ''] = foldCase(toStreamSafe(email).normalize('NFKC')).split('@');
  const [untagged] = local.split('+');
  const name = untagged || local;
  const host = domainToASCII(domain) || domain;
  return gmailDomains.includes(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}

import { domainToASCII } from 'node:url';
import { foldCase } from '../../store/inquiries/search-keys.ts';
import { toStreamSafe } from '../../text/normalize-text.ts';

/** Domains whose mail Gmail delivers to one mailbox, ignoring dots before the `@`. */
const gmailDomains = ['gmail.com', 'googlemail.com'];

/**
 * Returns the mailbox of an e-mail address: without a tag such as `+news`, and in one spelling of
 * characters that mail systems treat alike, such as `ｇ` and `g`. Knows the rule of Gmail, but not
 * those of other providers, and no domain that accepts any name. The result is never stored, so it
 * may change between versions.
 */
export function toMailbox(email: string): string {
  const [local = '', domain = ''] = foldCase(toStreamSafe(email).normalize('NFKC')).split('@');
  const [untagged] = local.split('+');
  const name = untagged || local;
  const host = domainToASCII(domain) || domain;
  return gmailDomains.includes(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}

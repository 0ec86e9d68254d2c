import type { Mailbox } from '../inquiries/delivery/mail-sender.ts';

const address = /^[^\s<>"(),:;@[\\\]]+@[^\s<>"(),:;@[\\\]]+$/;

/** `ada@example.com`, `Ada <ada@example.com>` or `"Lovelace, Ada" <ada@example.com>`. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const mailbox = { name: unquote(name.trim()), address: (inBrackets ?? text).trim() };
  return address.test(mailbox.address) && !/\p{Cc}/u.test(mailbox.name) ? mailbox : undefined;
}

/** One or more, separated by commas. */
export function parseMailboxes(text: string): Mailbox[] | undefined {
  const mailboxes = (text.match(/(?:"[^"]*"|[^",])+/g) ?? []).map(parseMailbox);
  const known = mailboxes.filter((mailbox) => mailbox !== undefined);
  return known.length > 0 && known.length === mailboxes.length ? known : undefined;
}

const unquote = (name: string) => name.replace(/^"(.*)"$/, '$1');

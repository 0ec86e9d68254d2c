import type { Inquiry } from './inquiry.ts';

/** A name such as Booking.com is no link. */
const link = /https?:\/\/(?:www\.)?|\bwww\./gi;

const maxLinksInMessage = 3;

/** Fields without links, with the words of a reason. */
const fieldsWithoutLinks = {
  firstName: 'name',
  lastName: 'name',
  company: 'company',
  role: 'role',
  industry: 'industry',
} as const;

/**
 * Returns the reason to suspect an inquiry as spam, if any, in words that follow "Suspected spam".
 * `isRepeated`: another e-mail address sent the same message in the last 24 hours. Judges neither
 * language nor country.
 */
export function suspectSpam(
  inquiry: Pick<Inquiry, keyof typeof fieldsWithoutLinks | 'message'>,
  isRepeated: boolean,
): string | undefined {
  for (const [field, name] of Object.entries(fieldsWithoutLinks)) {
    if (countLinks(inquiry[field as keyof typeof fieldsWithoutLinks])) return `link in the ${name}`;
  }
  const links = countLinks(inquiry.message);
  if (links > maxLinksInMessage) return `${links} links in the message`;
  return isRepeated ? 'same message as from another address' : undefined;
}

const countLinks = (text: string) => text.match(link)?.length ?? 0;

import type { Inquiry } from '../../inquiry/inquiry.ts';

/** What an inquiry is found by, one index each: the beginning of any of them. */
export interface SearchKeys {
  searchName: string;
  searchSurname: string;
  searchEmail: string;
  searchCompany: string;
}

// An index of PostgreSQL takes 2,704 bytes, of which the arrival and the id need about 100. A few
// characters become eighteen each by their normalization.
const longestKey = 800;

type Searched = Pick<Inquiry, 'firstName' | 'lastName' | 'email' | 'company'>;

export const searchKeys = ({ firstName, lastName, email, company }: Searched): SearchKeys => ({
  searchName: toSearchKey(`${firstName} ${lastName}`),
  searchSurname: toSearchKey(`${lastName} ${firstName}`),
  searchEmail: toSearchKey(email),
  searchCompany: toSearchKey(company),
});

/**
 * Text without differences that a searcher does not think of: upper and lower case, accents, ways
 * to write the same character, kinds and numbers of spaces.
 */
export const toSearchKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    // By way of upper case, where more letters meet: "ß" and "ss", both forms of the small sigma.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestKey);

/** E-mail address without differences of case; unlike in its key, accents make another address. */
export const normalizeEmail = (email: string): string =>
  email.trim().normalize('NFC').toLowerCase();

/** From which key on, and up to which, keys start with `prefix`, by the order of their bytes. */
export const keysStartingWith = (prefix: string): { from: string; below: string } => ({
  from: prefix,
  below: `${prefix}\u{10FFFF}`,
});

import { hash } from 'node:crypto';
import type { Inquiry } from '../../inquiry/inquiry.ts';

/** Keys for prefix search, each with an index, and one that equal messages share. */
export interface SearchKeys {
  searchName: string;
  searchSurname: string;
  searchEmail: string;
  searchCompany: string;
  messageKey: string;
}

// PostgreSQL limits index rows to 2,704 bytes; arrival and id need about 100. Normalization expands
// a few characters to 18.
const maxKeyLength = 800;

type SearchableFields = Pick<Inquiry, 'firstName' | 'lastName' | 'email' | 'company' | 'message'>;

export const createSearchKeys = ({
  firstName,
  lastName,
  email,
  company,
  message,
}: SearchableFields): SearchKeys => ({
  searchName: toSearchKey(`${firstName} ${lastName}`),
  searchSurname: toSearchKey(`${lastName} ${firstName}`),
  searchEmail: toSearchKey(email),
  searchCompany: toSearchKey(company),
  // 64 bits, which keep the index small.
  messageKey: hash('sha256', message, 'base64url').slice(0, 11),
});

/** Normalizes text for search: ignores case, accents, Unicode forms and repeated spaces. */
export const toSearchKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    // Upper case first, to unify "ß" with "ss" and both forms of the small sigma.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxKeyLength);

/** Normalizes the case of an e-mail address. Unlike a search key, keeps accents. */
export const normalizeEmail = (email: string): string =>
  email.trim().normalize('NFC').toLowerCase();

/** Returns the range of keys, in byte order, that start with `prefix`. */
export const toPrefixRange = (prefix: string): { from: string; below: string } => ({
  from: prefix,
  below: `${prefix}\u{10FFFF}`,
});

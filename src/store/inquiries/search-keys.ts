import { hash } from 'node:crypto';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { toStreamSafe } from '../../text/normalize-text.ts';

/** Indexed columns by which inquiries are found. */
export interface SearchKeys {
  /** Shared by inquiries from one e-mail address; see `toSearchKey`. */
  searchEmail: string;
  /** Shared by equal messages: a hash of 64 bits in base64url. */
  messageKey: string;
}

export const createSearchKeys = (inquiry: Pick<Inquiry, 'email' | 'message'>): SearchKeys => ({
  searchEmail: toSearchKey(inquiry.email),
  // Truncated to 64 bits, which keeps the index small.
  messageKey: hash('sha256', inquiry.message, 'base64url').slice(0, 11),
});

/** Normalizes text for search: ignores case, accents, Unicode forms and repeated spaces. */
export const toSearchKey = (text: string): string =>
  toStreamSafe(text)
    .normalize('NFKD')
    // Remove accents, and the joiners that `toStreamSafe` adds.
    .replace(/[\u0300-\u036F]/g, '')
    // Convert to upper case first, to unify "ß" with "ss" and both forms of the small sigma.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/\s+/g, ' ')
    .trim()
    // PostgreSQL limits index rows to 2,704 bytes, of which arrival and id need about 100.
    // Normalization expands a few characters to 18.
    .slice(0, 800);

/** Normalizes the case of an e-mail address. Unlike a search key, keeps accents. */
export const foldCase = (email: string): string =>
  toStreamSafe(email.trim()).normalize('NFC').toLowerCase();

import { clearDraft, idempotencyStorageKey } from './draft.ts';

/** Ignores a second click or Enter within this time after a success. */
export const repeatedClickMs = 1000;

interface StoredKey {
  /** A hash, so that typed values are in the draft only. */
  contents: number;
  key: string;
}

/**
 * Stores the idempotency key with the form's contents in sessionStorage, so that a retry sends the
 * same key, after a reload too. Changed contents get a new key. Without storage, the key lives as long
 * as the page. Native submissions and API requests share the key.
 */
export function createIdempotencyKeyStore() {
  let current: StoredKey | undefined;
  return {
    getKey(values: object): string {
      const contents = hashOf(JSON.stringify(values));
      current ??= readStoredKey();
      if (current?.contents !== contents) {
        current = { contents, key: randomKey() };
        storeKey(current);
      }
      return current.key;
    },
    /** Clears key and draft after a success: the next submission is a new inquiry. */
    clear() {
      current = undefined;
      clearDraft();
    },
  };
}

export const idempotencyKeys = createIdempotencyKeyStore();

function readStoredKey(): StoredKey | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(idempotencyStorageKey) ?? '');
  } catch {
    return undefined;
  }
}

function storeKey(stored: StoredKey) {
  try {
    sessionStorage.setItem(idempotencyStorageKey, JSON.stringify(stored));
  } catch {
    // The key stays in memory only.
  }
}

/** 32-bit FNV-1a. On a collision, the server rejects the key of the second text. */
function hashOf(text: string) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

/** `crypto.randomUUID` is not available without HTTPS. */
function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { forgetDraft, sentKey } from './draft.ts';

interface Sent {
  /** A hash: what was typed is in the draft, and nowhere else. */
  contents: number;
  key: string;
}

/**
 * Remembers the key of the form as it was sent, in this tab as long as the draft: the same contents
 * keep their key, so that sending again after a failure is a repetition, after a reload too, while a
 * changed form is an inquiry of its own. Where nothing can be kept, a form has its key while it is
 * open. A native submission and one by the application share the key.
 */
export function createKeyring() {
  let current: Sent | undefined;
  return {
    keyFor(values: object): string {
      const contents = hashOf(JSON.stringify(values));
      current ??= recall();
      if (current?.contents !== contents) {
        current = { contents, key: randomKey() };
        keep(current);
      }
      return current.key;
    },
    /** After success the next filled form is a new one, whatever it says. */
    forget() {
      current = undefined;
      forgetDraft();
    },
  };
}

/** The keys of this tab. */
export const keyring = createKeyring();

function recall(): Sent | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(sentKey) ?? '');
  } catch {
    return undefined;
  }
}

function keep(sent: Sent) {
  try {
    sessionStorage.setItem(sentKey, JSON.stringify(sent));
  } catch {
    // The key is lost with the page.
  }
}

/** 32-bit FNV-1a. Should two texts ever share one, the server refuses the key for the second. */
function hashOf(text: string) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

/** Not `crypto.randomUUID`: that one is missing where the site is served without https. */
function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Ignores a second click or Enter within this time after a success. */
export const repeatedClickMs = 1000;

/** Key in sessionStorage, which a tab that is opened from this one copies. */
const secretStorageKey = 'inquiry-key';
let secret: string | undefined;

/**
 * Returns the idempotency key of a form's values: the same for the same values, in this tab and in those
 * opened from it. So neither a retry nor Back stores an inquiry again. Without storage, keys last as
 * long as the page. Native submissions and API requests share them.
 */
export const getIdempotencyKey = (values: object): string =>
  `${getSecret()}-${hashOf(JSON.stringify(values))}`;

/** Creates the secret before a tab can be opened from this one. */
export function getSecret(): string {
  try {
    secret ??= sessionStorage.getItem(secretStorageKey) ?? undefined;
    if (!secret) sessionStorage.setItem(secretStorageKey, (secret = randomText()));
  } catch {
    // The secret stays in memory only.
  }
  return (secret ??= randomText());
}

/** 32-bit FNV-1a. On a collision, the server rejects the key of the second text. */
function hashOf(text: string) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
}

/** `crypto.randomUUID` is not available without HTTPS. */
function randomText() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Remembers the key of the form as it is filled in now: the same contents keep their key, so that
 * sending again after a failure is a repetition, while a changed form is an inquiry of its own.
 */
export function createKeyring() {
  let current: { contents: string; key: string } | undefined;
  return {
    keyFor(inquiry: object): string {
      const contents = JSON.stringify(inquiry);
      if (current?.contents !== contents) current = { contents, key: randomKey() };
      return current.key;
    },
    /** After success the next filled form is a new one, whatever it says. */
    forget() {
      current = undefined;
    },
  };
}

/** Not `crypto.randomUUID`: that one is missing where the site is served without https. */
function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { expect, it } from 'vitest';
import { createKeyring } from './idempotency-key.ts';

it('keeps the key of a form that is sent again unchanged', () => {
  const keyring = createKeyring();
  expect(keyring.keyFor({ message: 'Hello' })).toBe(keyring.keyFor({ message: 'Hello' }));
});

it('gives a changed form a key of its own', () => {
  const keyring = createKeyring();
  const first = keyring.keyFor({ message: 'Hello' });
  expect(keyring.keyFor({ message: 'Hello again' })).not.toBe(first);
});

it('gives the same words a new key once they were sent', () => {
  const keyring = createKeyring();
  const first = keyring.keyFor({ message: 'Hello' });
  keyring.forget();
  expect(keyring.keyFor({ message: 'Hello' })).not.toBe(first);
});

it('makes keys that the server accepts: 1 to 255 visible ASCII characters', () => {
  expect(createKeyring().keyFor({})).toMatch(/^[\x21-\x7e]{1,255}$/);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetDraft } from './draft.ts';
import { createKeyring } from './idempotency-key.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('keeps the key of a form that is sent again unchanged', () => {
  const keyring = createKeyring();
  expect(keyring.keyFor({ message: 'Hello' })).toBe(keyring.keyFor({ message: 'Hello' }));
});

it('keeps it when the form was left and opened again', () => {
  const first = createKeyring().keyFor({ message: 'Hello' });
  expect(createKeyring().keyFor({ message: 'Hello' })).toBe(first);
});

it('gives a changed form a key of its own', () => {
  const keyring = createKeyring();
  const first = keyring.keyFor({ message: 'Hello' });
  expect(keyring.keyFor({ message: 'Hello again' })).not.toBe(first);
  expect(createKeyring().keyFor({ message: 'Hello' })).not.toBe(first);
});

it('gives the same words a new key once they were sent', () => {
  const keyring = createKeyring();
  const first = keyring.keyFor({ message: 'Hello' });
  keyring.forget();
  expect(kept.size).toBe(0);
  expect(keyring.keyFor({ message: 'Hello' })).not.toBe(first);
});

it('keeps the key no longer than the draft', () => {
  const first = createKeyring().keyFor({ message: 'Hello' });
  forgetDraft();
  expect(kept.size).toBe(0);
  expect(createKeyring().keyFor({ message: 'Hello' })).not.toBe(first);
});

it('keeps nothing of what was typed', () => {
  createKeyring().keyFor({ firstName: 'Mara', message: 'Hello' });
  expect([...kept.values()].join()).not.toMatch(/Mara|Hello/);
});

it('makes keys that the server accepts: 1 to 255 visible ASCII characters', () => {
  expect(createKeyring().keyFor({})).toMatch(/^[\x21-\x7e]{1,255}$/);
});

it('makes a key where what is kept is garbled', () => {
  for (const garbled of ['', '{"contents":', 'null', '"Hello"', '{}']) {
    kept.set('inquiry-key', garbled);
    expect(createKeyring().keyFor({})).toMatch(/^[\x21-\x7e]{1,255}$/);
  }
});

describe('where the browser keeps nothing', () => {
  beforeEach(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  });

  it('an open form keeps its key, and has a new one once it was sent', () => {
    const keyring = createKeyring();
    const first = keyring.keyFor({ message: 'Hello' });
    expect(keyring.keyFor({ message: 'Hello' })).toBe(first);
    keyring.forget();
    expect(keyring.keyFor({ message: 'Hello' })).not.toBe(first);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearDraft } from './draft.ts';
import { createIdempotencyKeyStore } from './idempotency-key.ts';

let storage: Map<string, string>;

beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
    removeItem: (name: string) => void storage.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('clears the key together with the draft', () => {
  const first = createIdempotencyKeyStore().getKey({ message: 'Hello' });
  clearDraft();
  expect(storage.size).toBe(0);
  expect(createIdempotencyKeyStore().getKey({ message: 'Hello' })).not.toBe(first);
});

it('stores no typed values', () => {
  createIdempotencyKeyStore().getKey({ firstName: 'Mara', message: 'Hello' });
  expect([...storage.values()].join()).not.toMatch(/Mara|Hello/);
});

it('creates a key if the stored one is malformed', () => {
  for (const malformed of ['', '{"contents":', 'null', '"Hello"', '{}']) {
    storage.set('inquiry-key', malformed);
    expect(createIdempotencyKeyStore().getKey({})).toMatch(/^[\x21-\x7e]{1,255}$/);
  }
});

describe('without storage', () => {
  beforeEach(() => {
    const throwSecurityError = () => {
      throw new DOMException('The operation is insecure', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', {
      getItem: throwSecurityError,
      setItem: throwSecurityError,
      removeItem: throwSecurityError,
    });
  });

  it('keeps the key in memory until a success', () => {
    const keys = createIdempotencyKeyStore();
    const first = keys.getKey({ message: 'Hello' });
    expect(keys.getKey({ message: 'Hello' })).toBe(first);
    keys.clear();
    expect(keys.getKey({ message: 'Hello' })).not.toBe(first);
  });
});

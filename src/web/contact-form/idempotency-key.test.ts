import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let storage: Map<string, string>;

/** Loads the module as a new page does. */
async function loadPage() {
  vi.resetModules();
  return import('./idempotency-key.ts');
}

beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('is the same for the same values on the next page, and another one for other values', async () => {
  const first = (await loadPage()).getIdempotencyKey({ message: 'Hello' });
  expect(first).toMatch(/^[\x21-\x7e]{34,255}$/);
  const { getIdempotencyKey } = await loadPage();
  expect(getIdempotencyKey({ message: 'Hello' })).toBe(first);
  expect(getIdempotencyKey({ message: 'Hello.' })).not.toBe(first);
});

it('is another one in a visit of its own, and stores no typed values', async () => {
  const first = (await loadPage()).getIdempotencyKey({ message: 'Hello' });
  expect(storage.size).toBe(1);
  expect([...storage.values()].join()).not.toContain('Hello');
  storage.clear();
  expect((await loadPage()).getIdempotencyKey({ message: 'Hello' })).not.toBe(first);
});

it('lasts as long as the page without storage', async () => {
  const throwSecurityError = () => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: throwSecurityError, setItem: throwSecurityError });
  const { getIdempotencyKey } = await loadPage();
  const first = getIdempotencyKey({ message: 'Hello' });
  expect(getIdempotencyKey({ message: 'Hello' })).toBe(first);
  expect((await loadPage()).getIdempotencyKey({ message: 'Hello' })).not.toBe(first);
});

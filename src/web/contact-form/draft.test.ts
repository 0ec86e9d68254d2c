import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restoreDraft } from './draft.ts';

let storedDraft: string | null;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => storedDraft });
});
afterEach(() => vi.unstubAllGlobals());

/** Returns the values of a form with these fields after restoring the draft. */
function restore(fields: Record<string, string>) {
  const elements = new Map(Object.entries(fields).map(([name, value]) => [name, { value }]));
  const form = { elements: { namedItem: (name: string) => elements.get(name) ?? null } };
  restoreDraft(form as unknown as HTMLFormElement);
  return Object.fromEntries([...elements].map(([name, { value }]) => [name, value]));
}

describe('restoreDraft', () => {
  it('fills empty fields and keeps typed values', () => {
    storedDraft = JSON.stringify({ firstName: 'Ada', message: 'The draft.' });
    expect(restore({ firstName: '', message: 'Typed meanwhile.', role: '' })).toEqual({
      firstName: 'Ada',
      message: 'Typed meanwhile.',
      role: '',
    });
  });

  it.each([null, 'no JSON', 'null', '{"firstName":1,"unknown":"text"}'])(
    'leaves the form unchanged if storage holds %s',
    (text) => {
      storedDraft = text;
      expect(restore({ firstName: '' })).toEqual({ firstName: '' });
    },
  );
});

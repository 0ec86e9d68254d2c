import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restoreDraft } from './draft.ts';

let kept: string | null;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => kept });
});
afterEach(() => vi.unstubAllGlobals());

/** The values of a form with these fields, after the draft was restored into it. */
function restore(fields: Record<string, string>) {
  const elements = new Map(Object.entries(fields).map(([name, value]) => [name, { value }]));
  const form = { elements: { namedItem: (name: string) => elements.get(name) ?? null } };
  restoreDraft(form as unknown as HTMLFormElement);
  return Object.fromEntries([...elements].map(([name, { value }]) => [name, value]));
}

describe('a draft that is restored', () => {
  it('fills the empty fields, and leaves what was typed meanwhile', () => {
    kept = JSON.stringify({ firstName: 'Ada', message: 'The draft.' });
    expect(restore({ firstName: '', message: 'Typed meanwhile.', role: '' })).toEqual({
      firstName: 'Ada',
      message: 'Typed meanwhile.',
      role: '',
    });
  });

  it.each([null, 'no JSON', 'null', '{"firstName":1,"unknown":"text"}'])(
    'leaves the form as it is where %s is kept',
    (text) => {
      kept = text;
      expect(restore({ firstName: '' })).toEqual({ firstName: '' });
    },
  );
});

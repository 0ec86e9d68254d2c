import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import css from '@eslint/css';
import type { CompatData, Identifier, SupportBlock } from '@mdn/browser-compat-data/types';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { oldestBrowsers } from '../../vite.config.ts';

/**
 * Allowed APIs in the build that the browsers of vite.config.ts lack, or whose names match
 * such an API, each with the reason.
 */
const allowedApis: Record<string, string> = {
  "Unexpected use of 'setImmediate'.": 'React checks for it',
  'skipTransition()': 'only called on a started view transition',
  'startViewTransition()': 'React and React Router check for it; we do not call it',
  'build()': 'method of TanStack Query’s caches',
  'createContext()': 'React',
  'destroy()': 'method of TanStack Query’s mutations',
  'run()': 'method of zod’s schemas',
  'toArray()': 'React.Children',
  'use()': 'React',
  'when()': 'property of zod’s checks',
};

/** Allowed CSS, by the names of ESLint's rule for baseline 2023, which our browsers exceed. */
const allowedCss: Record<string, string> = {
  "At-rule '@page'": 'falls back to the browser’s print margins',
  "Property 'animation-range'": 'behind @supports (animation-timeline)',
  "Property 'content-visibility'": 'prints panels that newer browsers hide until found',
  "Property 'field-sizing'": 'a long message is printed as far as its field shows it',
  "Property 'overscroll-behavior'": 'the page scrolls when the menu reaches its end',
  "Property 'resize'": 'the message field cannot be resized',
  "Property 'text-size-adjust'": 'prefixed in Safari; not needed in Firefox for Android',
  "Property 'text-wrap'": 'falls back to normal wrapping',
  "Property 'view-timeline'": 'behind @supports (animation-timeline)',
  "Selector 'popover-open'": 'behind @supports; the rule does not understand `not`',
  "Selector 'selection'": 'iOS uses its own selection colors',
  "Value 'avoid' of property 'break-after'": 'a printed page may end with a heading',
};

/** MDN's compatibility data. Uses `require`, because Vite would transform its 20 MB. */
const compat: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** Reads the files of the manifest, which excludes those of earlier builds. */
function readBuilt(extension: string) {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));
  return Object.values<{ file: string }>(manifest)
    .filter(({ file }) => path.extname(file) === extension)
    .map(({ file }) => readFileSync(`dist/client/${file}`, 'utf8'));
}

/** Returns ESLint's messages about these texts, without repeats. */
function lint(texts: string[], config: Linter.Config) {
  const messages = texts
    .flatMap((text) => new Linter().verify(text, { files: ['**/*'], ...config }))
    .map(({ message }) => message.replace(/ is not a 2023 available baseline feature.$/, ''));
  return [...new Set(messages)].sort();
}

describe('Chrome and Edge 120, Firefox 128 and Safari 17.4 support', () => {
  it('the syntax and the APIs of all scripts, except the allowed ones', () => {
    const newer = findUnsupportedNames();
    const scripts = readBuilt('.js');
    const found = lint(scripts, {
      // These browsers support all syntax of ES2024.
      languageOptions: { ecmaVersion: 2024, sourceType: 'module' },
      rules: { 'no-restricted-globals': ['error', ...newer] },
    });
    // Like a global, a called method throws if it is missing.
    const called = new Set(scripts.join().match(/(?<=[^.]\.)\w+(?=(\?\.)?\()/g));
    const methods = [...newer.intersection(called)].map((name) => `${name}()`);
    expect([...found, ...methods].sort()).toEqual(Object.keys(allowedApis).sort());
  });

  it('the style sheet, except the allowed CSS', () => {
    const found = lint(readBuilt('.css'), {
      plugins: { css },
      language: 'css/css',
      rules: { 'css/use-baseline': ['error', { available: 2023 }] },
    });
    expect(found).toEqual(Object.keys(allowedCss).sort());
  });
});

/**
 * Returns the names of globals and methods that no object has in the oldest browsers. A name that
 * also belongs to a supported object is excluded, because calls cannot be told apart.
 */
function findUnsupportedNames(): Set<string> {
  const names = { true: new Set<string>(), false: new Set<string>() };
  function classify(parts: Record<string, Identifier>) {
    for (const [name, { __compat: facts, ...others }] of Object.entries(parts)) {
      if (facts) names[`${isSupported(facts.support)}`].add(name.replace(/_static$/, ''));
      classify(others as Record<string, Identifier>);
    }
  }
  classify({ ...compat.api, ...compat.javascript['builtins'] } as Record<string, Identifier>);
  return names.false.difference(names.true);
}

const isSupported = (support: SupportBlock) =>
  Object.entries(oldestBrowsers).every(([name, oldest]) =>
    [support[name as keyof typeof oldestBrowsers] ?? []].flat().some((since) => {
      const { version_added, version_removed, flags, prefix, alternative_name } = since;
      if (!version_added || flags || prefix || alternative_name) return false;
      const isRemoved = version_removed && parseFloat(version_removed) <= oldest;
      return parseFloat(version_added.replace('≤', '')) <= oldest && !isRemoved;
    }),
  );

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import css from '@eslint/css';
import type { CompatData, Identifier, SupportBlock } from '@mdn/browser-compat-data/types';
import { Linter, type Rule } from 'eslint';
import { describe, expect, it } from 'vitest';
import { oldestBrowsers } from '../../tools/oldest-browsers.ts';

/**
 * What is newer than tools/oldest-browsers.ts, or goes by the name of something that is, and is in
 * the build all the same, each with the reason.
 */
const allowedApis: Record<string, string> = {
  requestIdleCallback: 'entry-client.ts asks first; Safari takes over at the first intent alone',
  setImmediate: 'React asks first',
  'skipTransition()': 'of a view transition that was started',
  'startViewTransition()': 'React and React Router ask first, and we never do',
  'build()': 'of TanStack Query’s caches',
  'createContext()': 'of React',
  'destroy()': 'of TanStack Query’s mutations',
  'forget()': 'of our keyring',
  'run()': 'of zod’s schemas',
  'toArray()': 'of React’s Children',
  'use()': 'of React',
  'when()': 'of zod’s checks',
};

/** By what ESLint's rule calls them. Its year, 2023, is a little older than our browsers. */
const allowedCss: Record<string, string> = {
  "At-rule '@page'": 'the margins of the browser are as good',
  "At-rule '@view-transition'": 'documents follow each other without a fade',
  "Selector 'view-transition'": 'the same',
  "Selector 'view-transition-new'": 'the same',
  "Selector 'view-transition-old'": 'the same',
  "Property 'overscroll-behavior'": 'the page scrolls on behind the end of the menu',
  "Property 'resize'": 'the message can’t be made larger; on a phone it never can',
  "Property 'text-size-adjust'":
    'for phones, by its prefix in Safari; Firefox for Android has its own way',
  "Property 'text-wrap'": 'lines break where they are full',
  "Selector 'popover-open'": 'asked for by @supports, where the rule does not know `not`',
  "Selector 'selection'": 'what is selected has the system’s colours on iOS',
  "Value 'avoid' of property 'break-after'": 'a heading may end a printed page',
};

/** MDN's own data. Required, as Vite would make a module of its 20 MB first. */
const compat: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data');

const client = 'dist/client';
const manifest: Record<string, { file: string }> = JSON.parse(
  readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'),
);
/** Of this build: files of earlier ones lie beside them. */
const readBuiltFiles = (extension: string) =>
  Object.values(manifest)
    .filter(({ file }) => path.extname(file) === extension)
    .map(({ file }) => readFileSync(path.join(client, file), 'utf8'));

const linter = new Linter();

describe('Chrome and Edge 120, Firefox 128 and Safari 17.4 know', () => {
  it('the syntax of all scripts, and what they name and call', () => {
    const names = findUnsupportedNames();
    const found = readBuiltFiles('.js').flatMap((text) =>
      linter
        .verify(text, {
          files: ['**/*'],
          // Of 2024, they lack nothing that has a syntax of its own.
          languageOptions: { ecmaVersion: 2024, sourceType: 'module' },
          plugins: { names: { rules: { newer: createRule(names) } } },
          rules: { 'names/newer': 'error' },
        })
        .map(({ message }) => message),
    );
    expect([...new Set(found)].sort()).toEqual(Object.keys(allowedApis).sort());
  });

  it('the style sheet, but for what does no harm where it is unknown', () => {
    const found = readBuiltFiles('.css')
      .flatMap((text) =>
        linter.verify(text, {
          files: ['**/*'],
          plugins: { css },
          language: 'css/css',
          // All that three engines had by the end of 2023, which is older than these versions are.
          rules: { 'css/use-baseline': ['error', { available: 2023 }] },
        }),
      )
      .map(({ message }) => message.replace(/ is not a 2023 available baseline feature.$/, ''));
    expect([...new Set(found)].sort()).toEqual(Object.keys(allowedCss).sort());
  });
});

/** Reading what is not there gives undefined; to name it as a global, or to call it, throws. */
const createRule = (names: Set<string>): Rule.RuleModule => ({
  create: ({ report, sourceCode }) => ({
    Program() {
      for (const { identifier } of sourceCode.scopeManager.globalScope?.through ?? []) {
        if (names.has(identifier.name)) report({ node: identifier, message: identifier.name });
      }
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      if (!callee.computed && names.has(name)) report({ node: callee, message: `${name}()` });
    },
  }),
});

/**
 * Names of what scripts can call, globals and methods alike, that no object of the oldest browsers
 * has. One that an older object has, too, can't be told from it and is left out.
 */
function findUnsupportedNames(): Set<string> {
  const known = new Set<string>();
  const newer = new Set<string>();
  function sort(parts: Identifier | undefined) {
    for (const [key, part] of Object.entries(parts ?? {}) as [string, Identifier][]) {
      if (key === '__compat') continue;
      const facts = part.__compat;
      if (facts) (isSupported(facts.support) ? known : newer).add(key.replace(/_static$/, ''));
      sort(part);
    }
  }
  sort(compat.api);
  sort(compat.javascript['builtins']);
  return new Set([...newer].filter((name) => !known.has(name)));
}

function isSupported(support: SupportBlock) {
  return Object.entries(oldestBrowsers).every(([name, oldest]) =>
    [support[name as keyof typeof oldestBrowsers] ?? []].flat().some((since) => {
      const { version_added, version_removed, flags, prefix, alternative_name } = since;
      if (!version_added || flags || prefix || alternative_name) return false;
      const isRemoved = version_removed && parseFloat(version_removed) <= oldest;
      return parseFloat(version_added.replace('≤', '')) <= oldest && !isRemoved;
    }),
  );
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import css from '@eslint/css';
import { Linter, type Rule } from 'eslint';
import { describe, expect, it } from 'vitest';
import { newerCalls, newerStyles } from './newer-features.ts';
import { newerNames } from './newer-names.ts';

const client = 'dist/client';
const manifest: Record<string, { file: string }> = JSON.parse(
  readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'),
);
/** Of this build: files of earlier ones lie beside them. */
const textsOf = (extension: string) =>
  Object.values(manifest)
    .filter(({ file }) => path.extname(file) === extension)
    .map(({ file }) => readFileSync(path.join(client, file), 'utf8'));

const linter = new Linter();

describe('Chrome and Edge 120, Firefox 128 and Safari 17.4 know', () => {
  it('the syntax of all scripts, and what they name and call', () => {
    const names = newerNames();
    const found = textsOf('.js').flatMap((text) =>
      linter
        .verify(text, {
          files: ['**/*'],
          // Of 2024, they lack nothing that has a syntax of its own.
          languageOptions: { ecmaVersion: 2024, sourceType: 'module' },
          plugins: { names: { rules: { newer: reportOf(names) } } },
          rules: { 'names/newer': 'error' },
        })
        .map(({ message }) => message),
    );
    expect([...new Set(found)].sort()).toEqual(Object.keys(newerCalls).sort());
  });

  it('the style sheet, but for what does no harm where it is unknown', () => {
    const found = textsOf('.css')
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
    expect([...new Set(found)].sort()).toEqual(Object.keys(newerStyles).sort());
  });
});

/** Reading what is not there gives undefined; to name it as a global, or to call it, throws. */
const reportOf = (names: Set<string>): Rule.RuleModule => ({
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

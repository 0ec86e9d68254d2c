import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';

/** Folders that may not import others: docs/decisions/0002-walls.md says why. */
const wall = (files, forbidden, message) => ({
  files,
  ignores: ['**/*.test.ts', '**/*.test.tsx'],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { patterns: [{ regex: forbidden, message, allowTypeImports: true }] },
    ],
  },
});

export default defineConfig(
  globalIgnores(['dist', 'dist.*', 'data', 'test-results', 'playwright-report']),
  js.configs.recommended,
  ts.configs.strict,
  { files: ['src/web/**'], ...reactHooks.configs.flat.recommended },
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-console': 'error',
    },
  },
  {
    // An import() would pass the walls below unseen.
    files: ['server/**', 'cli/**', 'inquiries/**'],
    rules: {
      'no-restricted-syntax': ['error', 'ImportExpression[source.value=/\\.\\.\\//]'],
    },
  },
  {
    // Playwright reads from a fixture's first parameter what it needs: nothing is `{}`.
    files: ['tests/e2e/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  { files: ['**/*.js'], extends: [ts.configs.disableTypeChecked] },
  {
    files: ['*.ts', 'bench/**', 'tools/content-check/run.ts', 'tools/find-chromium.ts'],
    rules: { 'no-console': 'off' },
  },
  wall(
    ['inquiries/**'],
    '^(\\.\\./(app|server|cli|test)/|react|hono(?!/html)|@hono/)',
    'inquiries is the domain: it knows no React, no web framework but its templates of HTML and no other folder.',
  ),
  {
    files: ['inquiries/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { globals: ['process', 'window', 'document', 'fetch'], checkGlobalObject: true },
      ],
    },
  },
  wall(
    ['app/**'],
    '^((\\.\\./)+(server|cli|test|inquiries/(?!(inquiry|field-labels)\\.ts))|hono|@hono/|node:|kysely|pino)',
    'app is the website: it carries no server code.',
  ),
  wall(
    ['server/**'],
    '^(\\.\\./(cli|test)/|react|\\.\\./app/(?!content/firm))',
    'server knows the site only through its build and the firm’s facts.',
  ),
  wall(
    ['cli/**'],
    '^((\\.\\./)+(test/|app/(?!content/(firm|palette)))|react|hono(?!/html)|@hono/)',
    'cli is the team’s command: it knows inquiries, the settings, the firm’s facts and colours.',
  ),
  wall(
    ['src/content/**'],
    '^(?!\\./)',
    'content is words and facts: it imports nothing from elsewhere.',
  ),
);

import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import importSort from 'eslint-plugin-simple-import-sort';
import ts from 'typescript-eslint';

/** Folders of src from top to bottom: each imports only itself and what stands below it. */
const layers = [
  'server',
  'cli',
  'action-links',
  'http',
  'observability',
  'web',
  'receive-inquiry',
  'change-inquiry',
  'notifications',
  'maintenance',
  'jobs',
  'store',
  'log',
  'inquiry',
  'text',
  'content',
  'config',
];
/** The same inside a folder. In notifications, what is sent stands below what sends it. */
const innerLayers = {
  store: ['backup', 'sqlite', 'postgres', 'migrations', 'inquiries', 'outbox'],
  notifications: [
    'create-senders.ts',
    'schedule',
    'deliveries',
    'smtp',
    'webhook',
    'sender.ts',
    'find-message.ts',
    'flood',
    'arrival',
    'messages',
    'choose-change-destinations.ts',
    'email',
  ],
};
const serverFolders = [
  'receive-inquiry',
  'change-inquiry',
  'notifications',
  'maintenance',
  'jobs',
  'log',
  'store',
  'config',
];

const sqlImport = {
  regex: '^kysely',
  message: 'SQL stands in src/store: write a function there.',
  allowTypeImports: true,
};

/**
 * Forbids imports, of types too, from `folders` of src, the packages that `packages` matches and, unless the
 * folder has SQL, Kysely.
 */
const forbidImports = (folders, message, packages, { siblings = [], hasSql = false } = {}) => ({
  '@typescript-eslint/no-restricted-imports': [
    'error',
    {
      patterns: [
        { regex: `^(\\.\\./)+(src/)?(${folders.join('|')})/`, message },
        ...(packages ? [{ regex: packages, message, allowTypeImports: true }] : []),
        ...(hasSql ? [] : [sqlImport]),
        ...siblings.map((name) => ({ regex: `^\\.\\.?/${name}(/|$)`, message })),
      ],
    },
  ],
});

const noProcess = 'Take settings, clock and log as options.';
const processImport = {
  selector: 'ImportDeclaration[source.value=/^(node:)?process$/]',
  message: noProcess,
};
const query = {
  selector:
    'MemberExpression[property.name=/^(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|withoutPlugins)$/]',
  message: 'Queries stand in src/store: write a function there.',
};
const status = 'Literal[value=/^(new|reviewed|responded|declined|spam)$/]';
const judgment = {
  selector: `BinaryExpression[operator=/^[!=]==?$/] > ${status}, SwitchCase > ${status}`,
  message: 'Rules of a status stand in src/inquiry: call a function of that folder.',
};

/** Forbids queries outside of src/store, and judgments about inquiries in it. */
function forbidSyntax(name) {
  const isPure = layers.indexOf(name) >= layers.indexOf('receive-inquiry') && name !== 'config';
  const forbidden = name === 'store' ? judgment : query;
  return { 'no-restricted-syntax': ['error', forbidden, ...(isPure ? [processImport] : [])] };
}

/** Selects the sources of a folder or file of src. Tests combine parts of any folder. */
const selectSources = (name) => ({
  files: [`src/${name}${name.endsWith('.ts') ? '' : '/**'}`],
  ignores: ['**/*.test.ts', '**/*.test.tsx'],
});

const webFramework = '^(react|hono(?!/html)|@hono/)';
/** The server loads the site and its content from the build, and knows their types, the promise and the fields. */
const builtSite = '^(react|(\\.\\.?/)+(web|content(?!/(periods|fields).ts))/)';
const packages = {
  server: builtSite,
  cli: '^(react|(\\.\\.?/)+web/)',
  'action-links': builtSite,
  http: builtSite,
  web: '^(node:|hono|@hono/|kysely|pino)',
};

export default defineConfig(
  globalIgnores(['dist', 'dist.*', 'data', 'test-results', 'playwright-report']),
  js.configs.recommended,
  ts.configs.strict,
  { files: ['src/web/**'], ...reactHooks.configs.flat.recommended },
  {
    // Node, packages, then files by their paths, each imported once.
    files: ['**/*.ts', '**/*.tsx', '**/*.js'],
    plugins: { 'import-sort': importSort },
    rules: {
      'import-sort/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^\\.']] }],
      'no-duplicate-imports': 'error',
    },
  },
  {
    // Strangers send the text that these patterns match: none may need more than linear time.
    files: ['src/**', 'tools/**', 'bin/**'],
    ignores: ['**/*.test.ts', '**/*.test.tsx'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
    },
  },
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
    // Playwright reads from a fixture's first parameter what it needs: nothing is `{}`.
    files: ['tests/e2e/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  { files: ['**/*.js'], extends: [ts.configs.disableTypeChecked] },
  {
    files: ['src/server/**', 'bench/**', 'tools/build.ts', 'tools/dev.ts'],
    rules: { 'no-console': 'off' },
  },
  // The order of imports: docs/decisions/0002-import-order.md.
  ...layers.map((name, index) => ({
    ...selectSources(name),
    rules: forbidImports(
      [
        ...layers.slice(0, index),
        ...(name === 'web' ? serverFolders : []),
        ...['tools', 'tests', 'bench'],
      ],
      `src/${name} imports only from folders that stand below it in eslint.config.js.`,
      index > layers.indexOf('web') ? `${webFramework}|${builtSite}` : packages[name],
      { hasSql: name === 'store' },
    ),
  })),
  ...layers.map((name) => ({ ...selectSources(name), rules: forbidSyntax(name) })),
  // The last rule of a file counts, so it repeats that of its folder.
  ...Object.entries(innerLayers).flatMap(([folder, names]) =>
    names.map((name, index) => ({
      ...selectSources(`${folder}/${name}`),
      rules: forbidImports(
        [...layers.slice(0, layers.indexOf(folder)), 'tools', 'tests', 'bench'],
        `${name} imports only what stands below it in innerLayers of eslint.config.js.`,
        `${webFramework}|${builtSite}`,
        { siblings: names.slice(0, index), hasSql: folder === 'store' },
      ),
    })),
  ),
  {
    files: ['tools/**', 'bench/**'],
    ignores: ['**/*.test.ts'],
    rules: forbidImports(['tests'], 'Fixtures are for tests: move what is shared to tools.'),
  },
  {
    files: layers.slice(layers.indexOf('receive-inquiry'), -1).map((name) => `src/${name}/**`),
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          globals: [
            { name: 'process', message: noProcess },
            { name: 'window', message: 'These folders run on the server.' },
            { name: 'document', message: 'These folders run on the server.' },
            {
              name: 'fetch',
              message:
                'It takes memory and follows redirects: use src/notifications/send-request.ts.',
            },
          ],
          checkGlobalObject: true,
        },
      ],
    },
  },
);

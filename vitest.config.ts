import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const periods = fileURLToPath(new URL('tests/fixtures/periods.ts', import.meta.url));

/** Tests that use a store, and those of servers that share one, run on SQLite and PostgreSQL. */
const onBothDatabases = [
  ...globSync('src/**/*.test.ts').filter((file) =>
    /\b(temporaryStore|setUpCommands|setUpNotifications|bareLocation)\(/.test(
      readFileSync(file, 'utf8'),
    ),
  ),
  'tests/integration/{two-servers,statements,released-store,team-week}.test.ts',
  'tests/security/fuzz.test.ts',
];

/** Tests that compare processor times. */
const measuringTests = ['tests/security/{dear-requests,text-costs}.test.ts'];

export default defineConfig({
  resolve: {
    // Figures in tests follow from a promise of 24 and 48 hours, whatever the firm promises.
    alias: [{ find: /.*\/periods\.ts$/, replacement: periods }],
  },
  test: {
    // Tests mostly wait for I/O: two workers per core.
    maxWorkers: 4,
    isolate: false,
    // Finds tests that depend on their order. A failing run prints its seed.
    sequence: { shuffle: true },
    expect: { poll: { timeout: 10_000, interval: 20 } },
    testTimeout: 90_000,
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['{src,tests,tools}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            '**/postgres-*.test.ts',
            'tests/white-label/**',
            ...measuringTests,
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'costs',
          include: measuringTests,
          // After all others, which would slow down what they measure.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...onBothDatabases, '**/postgres-*.test.ts'],
          // The simulation runs hundreds of schedules.
          exclude: ['**/node_modules/**', '**/{sqlite-*,outbox-simulation}.test.ts'],
          globalSetup: 'tests/fixtures/postgres-setup.ts',
        },
      },
    ],
  },
});

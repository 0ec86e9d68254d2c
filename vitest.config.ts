import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const promisedHours = fileURLToPath(new URL('tests/fixtures/promised-hours.ts', import.meta.url));

/** Tests that run on SQLite and PostgreSQL, because their subject depends on the database. */
const onBothDatabases = [
  'src/store/open-store.test.ts',
  'src/store/migrations/migrate.test.ts',
  'src/store/inquiries/{update-status,list-inquiries,find-inquiry}.test.ts',
  'src/store/inquiries/{delete-inquiries,weekly-stats}.test.ts',
  'src/receive-inquiry/receive-inquiry.test.ts',
  'src/http/lifecycle/failed-checks.test.ts',
  'src/retention/retention-job.test.ts',
  'src/action-links/redeem-action-link.test.ts',
  'src/notifications/deliveries/{delivery-workers,list-deliveries,redeliver}.test.ts',
  'src/notifications/{inquiry-changes,summary}.test.ts',
  'src/notifications/suspected-spam.test.ts',
  'src/notifications/schedule/{read-digest,reminder-scheduler,enqueue-reminders}.test.ts',
  'src/cli/commands/{check,export,deliveries,delete,import,migrate}.test.ts',
  'src/http/contact/contact.test.ts',
  'tests/integration/{two-servers,rolling-upgrade,statements,released-store}.test.ts',
  'tests/security/fuzz.test.ts',
];

export default defineConfig({
  resolve: {
    // Figures in tests follow from a promise of 24 and 48 hours, whatever the firm promises.
    alias: [{ find: /.*\/promised-hours\.ts$/, replacement: promisedHours }],
  },
  test: {
    // Tests mostly wait for I/O: two workers per core.
    maxWorkers: 4,
    isolate: false,
    // Finds tests that depend on their order. A failing run prints its seed.
    sequence: { shuffle: true },
    expect: { poll: { timeout: 10_000, interval: 20 } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['{src,tests,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/postgres-*.test.ts', 'tests/white-label/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...onBothDatabases, '**/postgres-*.test.ts'],
          exclude: ['**/node_modules/**', '**/sqlite-*.test.ts'],
          globalSetup: 'tests/fixtures/postgres-setup.ts',
        },
      },
    ],
  },
});

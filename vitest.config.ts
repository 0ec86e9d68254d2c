import { defineConfig } from 'vitest/config';

/** What stores something runs twice: with SQLite and with PostgreSQL. */
export default defineConfig({
  test: {
    reporters: ['default'],
    // What is waited for comes, but later on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['{app,build,cli,inquiries,server,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/postgres-*.test.ts', 'test/second-firm/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [
            '{cli,inquiries}/**/*.test.ts',
            'server/{contact,follow-up}*.test.ts',
            'test/{server,operations}.test.ts',
            'test/attacks/*.test.ts',
            '**/postgres-*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/sqlite-*.test.ts'],
          globalSetup: 'test/postgres-setup.ts',
        },
      },
    ],
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,build,cli,inquiries,server,test}/**/*.test.{ts,tsx}'],
    reporters: ['default'],
    // What is waited for comes, but later on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
  },
});

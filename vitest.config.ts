import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,cli,inquiries,server,test}/**/*.test.{ts,tsx}'],
    reporters: ['default'],
    // What is waited for comes, but later on a busy machine.
    expect: { poll: { timeout: 5000 } },
  },
});

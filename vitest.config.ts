import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,cli,inquiries,server,test}/**/*.test.{ts,tsx}'],
    reporters: ['default'],
  },
});

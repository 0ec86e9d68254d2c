import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** Returns the CSS that sonner's script inserts, which the CSP allows by its hash. */
export function toastStyles(): string {
  const module = path.join(path.dirname(resolve('sonner')), 'index.mjs');
  const [, text] = /^__insertCSS\((".*")\);$/m.exec(readFileSync(module, 'utf8')) ?? [];
  if (!text)
    throw new Error(
      'No __insertCSS call in sonner: adapt tools/toast-styles.ts to its new version',
    );
  return JSON.parse(text) as string;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** The style sheet that sonner adds from its script, for the policy to allow by its hash. */
export function toastStyles(): string {
  const module = path.join(path.dirname(resolve('sonner')), 'index.mjs');
  const [, text] = /^__insertCSS\((".*")\);$/m.exec(readFileSync(module, 'utf8')) ?? [];
  if (!text)
    throw new Error('sonner no longer adds its styles this way: adapt tools/toast-styles.ts');
  return JSON.parse(text) as string;
}

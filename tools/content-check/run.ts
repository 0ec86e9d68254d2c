import { checkContent } from './check-content.ts';
import { findTypeErrors } from './type-errors.ts';

/** Part of `npm run check`: checks types, then the content. */
const typeErrors = findTypeErrors(process.cwd());
// Content with type errors may not load.
const issues = typeErrors.length ? typeErrors : await checkContent(process.cwd());
if (issues.length) {
  console.error(`${issues.join('\n')}\n`);
  process.exitCode = 1;
}

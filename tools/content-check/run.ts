import { checkContent } from './check-content.ts';
import { findTypeErrors } from './type-errors.ts';

/** A part of `npm run check`: types, and the limits of the content. */
const wrong = findTypeErrors(process.cwd());
// Where a text is missing, what the others are made of may be too.
const faults = wrong.length ? wrong : await checkContent(process.cwd());
if (faults.length) {
  console.error(`${faults.join('\n')}\n`);
  process.exitCode = 1;
}

import { createTextRepresentation, type Representation } from './negotiate.ts';

export const speculationRulesPath = '/speculation-rules.json';

/**
 * Creates the rules that let browsers prefetch a document on hover, until hydration; then the app
 * prefetches scripts instead. A response header names the rules, because the Content-Security-Policy
 * forbids inline scripts. Browsers skip prefetching in data-saving mode.
 */
export function createSpeculationRules(paths: string[]): Representation {
  const rules = {
    prefetch: [
      {
        where: {
          and: [{ href_matches: paths }, { selector_matches: '#root:not([data-hydrated]) a' }],
        },
        eagerness: 'moderate',
      },
    ],
  };
  return createTextRepresentation(JSON.stringify(rules), {
    'content-type': 'application/speculationrules+json',
    'cache-control': 'no-cache',
  });
}

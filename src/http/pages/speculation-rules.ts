import { type Representation, textRepresentation } from './negotiate.ts';

export const speculationRulesPath = '/speculation-rules.json';

/**
 * What browsers may fetch of the site's pages when a visitor points at a link: its document, until
 * the application runs and has the page's script fetched instead. A header names the rules, since
 * the policy allows no script in the page. Browsers that save data leave it.
 */
export function speculationRules(paths: string[]): Representation {
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
  return textRepresentation(JSON.stringify(rules), {
    'content-type': 'application/speculationrules+json',
    'cache-control': 'no-cache',
  });
}

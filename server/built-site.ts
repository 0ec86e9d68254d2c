import { answerHeld } from './answer-held.ts';
import { createPages, type PagesOptions } from './pages.ts';
import { securityHeadersOf } from './security-headers.ts';
import { securityTxt, securityTxtPath } from './security-txt.ts';
import type { SiteBuild } from './site-build.ts';
import type { ServedSite } from './site.ts';
import { speculationRules, speculationRulesPath } from './speculation-rules.ts';
import { readStaticFiles, type StaticFiles } from './static-files.ts';
import { createTexts } from './texts.ts';

/** The site that was built in `folder`, rendered and held in memory. */
export async function createBuiltSite(
  folder: string,
  site: SiteBuild,
  options: Omit<PagesOptions, 'site'>,
): Promise<ServedSite> {
  const { renderer, policy, builtAt } = site;
  const { firm, paths } = renderer;
  const files: StaticFiles = new Map([
    // What documents of the release before still ask for.
    ...readStaticFiles(`${folder}/previous`),
    ...readStaticFiles(`${folder}/client`),
    [speculationRulesPath, speculationRules(paths)],
    [securityTxtPath, securityTxt({ email: firm.email, publicUrl: options.publicUrl, builtAt })],
  ]);
  const texts = await createTexts(site, options);
  const pages = await createPages({ site, ...options });
  const find = (path: string) => files.get(path) ?? pages.held(path);
  return {
    firm,
    pages,
    files: { get: (urlPath) => files.get(urlPath) ?? texts.get(urlPath) },
    policy,
    middleware: (listener) =>
      answerHeld(find, securityHeadersOf(policy, options.publicUrl), listener),
  };
}

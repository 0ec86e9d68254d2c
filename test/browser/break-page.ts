import type { Page } from '@playwright/test';

/** Has the application fail outside its pages: the document's facts can't be read. */
export function breakDocument(page: Page, path: string) {
  return page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/data-site="[^"]*"/, 'data-site="{"');
    await route.fulfill({ response, body });
  });
}

/** Has one page fail with 'broken on purpose' whenever the application renders it. */
export function breakPage(page: Page, script: string) {
  return page.route(script, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        export const handle = { tone: 'ink', meta: () => ({ title: 'Broken', description: '' }) };
        export function Component() { throw new Error('broken on purpose'); }`,
    }),
  );
}

import type { Page } from '@playwright/test';

/** Keeps the requests for `url` waiting until the returned function is called. */
export async function holdRequests(page: Page, url: string) {
  const { promise: released, resolve } = Promise.withResolvers();
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return () => resolve(undefined);
}

import type { Page } from '@playwright/test';

/**
 * What a screen reader is given to say from now on, without being asked: the texts that come into
 * live regions, once a change. Follow with `announced` to read it.
 */
export async function listen(page: Page) {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const liveRegion = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]';
    const regionOf = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest(liveRegion);

    new MutationObserver((changes) => {
      const said = new Set<string>();
      for (const { type, target, addedNodes } of changes) {
        const nodes = type === 'characterData' ? [target] : [...addedNodes];
        for (const node of nodes) {
          const region = regionOf(node);
          const isBusy = region?.closest('[aria-busy=true]');
          const text = node.textContent?.trim();
          if (region && !isBusy && text) said.add(text);
        }
      }
      heard.push(...said);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

export const announced = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);

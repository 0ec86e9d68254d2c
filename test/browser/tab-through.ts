import type { Page } from '@playwright/test';

/** What has the focus: its text or label, and whether all that is to be seen of it is in view. */
export interface Stop {
  name: string;
  isCovered: boolean;
  hasIndicator: boolean;
  width: number;
  height: number;
}

/** Presses Tab from the top of the page until the focus leaves it, and looks at each stop. */
export async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error('The focus never leaves the page');
}

/** In the browser: `undefined` where nothing on the page has the focus. */
async function lookAtFocus(): Promise<Stop | undefined> {
  // The browser scrolls with the next frame.
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  const element = document.activeElement;
  if (!element || element === document.body) return undefined;

  const box = element.getBoundingClientRect();
  // What is wide or high may go beyond the screen: some of its middle has to be in view.
  const points = [0.25, 0.5, 0.75].map((part) => ({
    x: box.left + box.width * part,
    y: Math.min(box.top + box.height / 2, innerHeight - 1),
  }));
  const isSeenAt = ({ x, y }: { x: number; y: number }) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (element.contains(top) || top.contains(element));
  };
  const marks = [element, ...['::before', '::after']].map((part) =>
    typeof part === 'string' ? getComputedStyle(element, part) : getComputedStyle(part),
  );
  return {
    name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.id,
    isCovered: !points.every(isSeenAt),
    hasIndicator: marks.some(
      ({ outlineStyle, outlineWidth }) =>
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    ),
    width: box.width,
    height: box.height,
  };
}

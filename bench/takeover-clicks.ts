import type { Browser, Locator, Page } from '@playwright/test';
import { about } from '../app/content/about.ts';
import { contact } from '../app/content/contact.ts';
import { firm } from '../app/content/firm.ts';
import { header, links } from '../app/content/layout.ts';
import { platform } from '../app/content/platform.ts';
import { sampleInquiry } from '../test/sample-inquiry.ts';
import { takeOver, type Visit, visit } from './visit.ts';

interface Target extends Visit {
  prepare?(page: Page): Promise<void>;
  control(page: Page): Locator;
  /** What is to be seen after a click on it. */
  outcome(page: Page): Locator;
}

const aboutLink = links[1]?.label ?? '';
const { label: tab = '', promise = '' } = platform(firm).value.audiences[1] ?? {};
const thanks = contact(firm).outcome.success;
const patienceMs = 15_000;

const targets: Target[] = [
  {
    width: 390,
    control: (page) => page.getByRole('button', { name: header.menu }),
    outcome: (page) => page.getByRole('banner').getByRole('link', { name: aboutLink }),
  },
  {
    control: (page) => page.getByRole('banner').getByRole('link', { name: aboutLink }),
    outcome: (page) => page.getByRole('heading', { level: 1, name: about(firm).who.title }),
  },
  {
    path: '/platform',
    control: (page) => page.locator('.tab', { hasText: tab }),
    outcome: (page) => page.getByText(promise, { exact: true }),
  },
  {
    path: '/contact',
    prepare: (page) => page.evaluate(fillIn, sampleInquiry),
    control: (page) => page.locator('form [type=submit]'),
    outcome: (page) => page.getByRole('main').getByText(thanks, { exact: true }).first(),
  },
];

export interface Moments {
  slowdown: number;
  /** Milliseconds between the first intent and the application's running. */
  takeoverMs: number;
  random: () => number;
}

/**
 * Clicks once on the menu, a link, a tab and the form's button, each at a moment before, during or
 * after the takeover. Resolves to how many clicks there were and how many had no outcome.
 */
export async function clickAroundTakeover(browser: Browser, origin: string, moments: Moments) {
  let failed = 0;
  for (const target of targets) {
    const page = await visit(browser, origin, { ...target, slowdown: moments.slowdown });
    await target.prepare?.(page);
    const { x, y } = await target.control(page).evaluate(middleOf);
    // One click in four is itself the first intent.
    const waitMs = (moments.random() * 2 - 0.5) * moments.takeoverMs;
    if (waitMs > 0) {
      await page.mouse.move(1, 1);
      await page.waitForTimeout(waitMs);
    }
    await page.mouse.click(x, y);
    const outcome = target.outcome(page).waitFor({ timeout: patienceMs });
    failed += await outcome.then(() => 0).catch(() => 1);
    await page.close();
  }
  return { clicks: targets.length, failed };
}

export async function timeTakeover(browser: Browser, origin: string, slowdown: number) {
  const page = await visit(browser, origin, { slowdown });
  const startedAt = performance.now();
  await takeOver(page);
  const tookMs = performance.now() - startedAt;
  await page.close();
  return tookMs;
}

/** In the page: as a browser restores what was typed, without events. */
function fillIn(values: object) {
  for (const [name, value] of Object.entries(values)) {
    const field = document.forms[0]?.elements.namedItem(name);
    Object.assign(field ?? {}, { value });
  }
}

/** In the page: brings the control into sight, without an event that would be an intent. */
function middleOf(control: Element) {
  control.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = control.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

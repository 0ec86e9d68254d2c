import type { Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import { expect, test } from './fixtures/site.ts';

const main = (page: Page) => page.getByRole('main');
const helpButton = (page: Page, subject: string) =>
  main(page).getByRole('button', { name: `Why we ask about ${subject}` });
const tooltip = (page: Page) => page.getByRole('tooltip');

const { help } = contact.form;

/** Expects a tooltip on the screen, whose arrow points at the middle of the button. */
async function expectPlaced(page: Page, side: 'above' | 'below', subject: string) {
  await expect(tooltip(page)).toBeInViewport({ ratio: 1 });
  const [arrow, button] = await Promise.all(
    [page.locator('.tooltip-arrow'), helpButton(page, subject)].map((locator) =>
      locator.evaluate((element) => element.getBoundingClientRect()),
    ),
  );
  if (side === 'above') expect(arrow?.bottom).toBeCloseTo(button?.top ?? NaN);
  else expect(arrow?.top).toBeCloseTo(button?.bottom ?? NaN);
  const middle = (rect?: DOMRect) => (rect ? rect.left + rect.width / 2 : NaN);
  expect(middle(arrow)).toBeCloseTo(middle(button));
}

test('hovering opens a tooltip after 700 ms, and the next one at once', async ({ page, form }) => {
  await form.openWithFrozenClock();
  await helpButton(page, 'timeline').hover();
  await page.clock.runFor(699);
  await form.field('Message').hover();
  await page.clock.runFor(700);
  await expect(tooltip(page)).toBeHidden();

  await helpButton(page, 'company size').hover();
  await page.clock.runFor(699);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip(page)).toHaveText(help.companySize);
  await expectPlaced(page, 'above', 'company size');
  await tooltip(page).hover();
  await expect(tooltip(page)).toHaveText(help.companySize);

  await form.field('Message').hover();
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(299);
  await helpButton(page, 'timeline').hover();
  await expect(tooltip(page)).toHaveText(help.timeline);

  await form.field('Message').hover();
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(300);
  await helpButton(page, 'company size').hover();
  await page.clock.runFor(699);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip(page)).toHaveText(help.companySize);
});

test('a press that lasts until the delay is over opens the tooltip', async ({ page, form }) => {
  await form.openWithFrozenClock();
  await helpButton(page, 'timeline').hover();
  await page.clock.runFor(699);
  await page.mouse.down();
  await page.clock.runFor(1);
  await page.mouse.up();
  await expect(tooltip(page)).toHaveText(help.timeline);
});

test('keyboard focus opens a tooltip at once, also where it scrolls', async ({ page, form }) => {
  await form.open();
  await form.persona.focus();
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press('Tab');
  await expect(helpButton(page, 'company size')).toBeFocused();
  await expect(helpButton(page, 'company size')).toBeInViewport();
  await expect(tooltip(page)).toHaveText(help.companySize);
  await expect(helpButton(page, 'company size')).toHaveAccessibleDescription(help.companySize);

  await page.keyboard.press('Tab');
  await expect(tooltip(page)).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(tooltip(page)).toHaveText(help.timeline);
});

test('of a focused and a hovered button the later one has its tooltip', async ({ page, form }) => {
  await form.openWithFrozenClock();
  await form.persona.focus();
  await page.keyboard.press('Tab');
  await expect(tooltip(page)).toHaveText(help.companySize);
  await helpButton(page, 'timeline').hover();
  await page.clock.runFor(700);
  await expect(tooltip(page)).toHaveText([help.timeline]);
  await form.persona.focus();
  await page.keyboard.press('Tab');
  await expect(tooltip(page)).toHaveText([help.companySize]);
});

test('Escape closes a tooltip, and focus stays', async ({ page, form }) => {
  await form.open();
  await form.persona.focus();
  await page.keyboard.press('Tab');
  await expect(tooltip(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toBeHidden();
  await expect(helpButton(page, 'company size')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(tooltip(page)).toBeVisible();

  await expect(form.field('Message')).toHaveAccessibleDescription(contact.form.messageHelp);
  await expect(helpButton(page, contact.form.amount)).toBeHidden();
  await form.persona.selectOption('founder');
  await helpButton(page, contact.form.amount).focus();
  await expect(tooltip(page).getByText(help.investmentAmount.founder)).toBeVisible();
  await expect(tooltip(page).getByText(help.investmentAmount.investor)).toBeHidden();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap or Enter opens a tooltip, and another tap closes it', async ({ page, form }) => {
    await form.open();
    await helpButton(page, 'timeline').tap();
    await expect(tooltip(page)).toHaveText(help.timeline);
    await expectPlaced(page, 'above', 'timeline');
    await helpButton(page, 'timeline').tap();
    await expect(tooltip(page)).toBeHidden();

    const headerHeight = (await page.getByRole('banner').boundingBox())?.height;
    await helpButton(page, 'timeline').evaluate(
      (button, top) => scrollBy(0, button.getBoundingClientRect().top - top),
      headerHeight ?? 0,
    );
    await helpButton(page, 'timeline').tap();
    await expectPlaced(page, 'below', 'timeline');
    await helpButton(page, 'timeline').tap();
    await page.keyboard.press('Enter');
    await expect(tooltip(page)).toHaveText(help.timeline);
    await page.getByText('uses your inquiry to').tap();
    await expect(tooltip(page)).toBeHidden();

    // In Safari a tap does not focus a button.
    await helpButton(page, 'timeline').evaluate((button) =>
      button.addEventListener('mousedown', (event) => event.preventDefault()),
    );
    await helpButton(page, 'timeline').tap();
    await expect(tooltip(page)).toBeVisible();
    await page.getByText('uses your inquiry to').tap();
    await expect(tooltip(page)).toBeHidden();
  });
});

import type { Locator, Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import { boxOf } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

const tooltip = (page: Page) => page.getByRole('tooltip');

const { help } = contact.form;

/**
 * Expects a tooltip on the screen beside its button, at which the arrow points. `side`: default is
 * the one with room, which depends on the fields above.
 */
async function expectPlaced(helpButton: Locator, side?: 'above' | 'below') {
  const page = helpButton.page();
  await expect(tooltip(page)).toBeInViewport({ ratio: 1 });
  const [arrow, button] = [await boxOf(page.locator('.tooltip-arrow')), await boxOf(helpButton)];
  const text = await boxOf(tooltip(page));
  const isAbove = text.bottom <= button.top;
  if (side) expect(isAbove ? 'above' : 'below').toBe(side);
  if (isAbove) expect(arrow.bottom).toBeCloseTo(button.top);
  else {
    expect(text.top).toBeGreaterThanOrEqual(button.bottom);
    expect(arrow.top).toBeCloseTo(button.bottom);
  }
  expect(arrow.left + arrow.right).toBeCloseTo(button.left + button.right);
}

test('hovering opens a tooltip after 700 ms, and the next one at once', async ({ page, form }) => {
  await form.openWithFrozenClock();
  await form.helpButton('timeline').hover();
  await page.clock.runFor(699);
  await form.field('message').hover();
  await page.clock.runFor(700);
  await expect(tooltip(page)).toBeHidden();

  await form.helpButton('companySize').hover();
  await page.clock.runFor(699);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip(page)).toHaveText(help.companySize);
  await expectPlaced(form.helpButton('companySize'));
  await tooltip(page).hover();
  await expect(tooltip(page)).toHaveText(help.companySize);

  await form.field('message').hover();
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(299);
  await form.helpButton('timeline').hover();
  await expect(tooltip(page)).toHaveText(help.timeline);

  await form.field('message').hover();
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(300);
  await form.helpButton('companySize').hover();
  await page.clock.runFor(699);
  await expect(tooltip(page)).toBeHidden();
  // A press during which the delay ends.
  await page.mouse.down();
  await page.clock.runFor(1);
  await page.mouse.up();
  await expect(tooltip(page)).toHaveText(help.companySize);
});

test('keyboard focus opens a tooltip at once, until Escape or Tab', async ({ page, form }) => {
  await form.openWithFrozenClock();
  await form.field('companySize').focus();
  await page.evaluate(() => scrollTo(0, 0)); // The focus scrolls.
  await page.keyboard.press('Shift+Tab');
  const button = form.helpButton('companySize');
  await expect(button).toBeFocused();
  await expect(button).toBeInViewport();
  await expect(tooltip(page)).toHaveText(help.companySize);
  await expect(button).toHaveAccessibleDescription(help.companySize);
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tooltip(page)).toHaveText(help.companySize);
  await page.keyboard.press('Tab');
  await expect(tooltip(page)).toBeHidden();
  await form.field('timeline').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(tooltip(page)).toHaveText(help.timeline);

  await expect(form.helpButton('investmentAmount')).toBeHidden();
  await form.persona.selectOption('founder');
  await form.helpButton('investmentAmount').focus();
  await expect(tooltip(page)).toHaveText([help.investmentAmount.founder], { useInnerText: true });

  // Of a focused and a hovered button, the later one has its tooltip. The funding fields are between both, so
  // that a tooltip covers no button.
  await form.helpButton('timeline').focus();
  await expect(tooltip(page)).toHaveText([help.timeline]);
  await form.helpButton('companySize').hover();
  await page.clock.runFor(700);
  await expect(tooltip(page)).toHaveText([help.companySize]);
  await form.field('timeline').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(tooltip(page)).toHaveText([help.timeline]);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap or Enter opens a tooltip, and another tap closes it', async ({ page, form }) => {
    await form.open();
    const button = form.helpButton('timeline');
    const text = page.getByText(contact.form.privacy.purpose);
    await button.tap();
    await expect(tooltip(page)).toHaveText(help.timeline);
    await expectPlaced(button, 'above');
    await button.tap();
    await expect(tooltip(page)).toBeHidden();

    const { height } = await boxOf(page.getByRole('banner'));
    const { top } = await boxOf(button);
    await page.evaluate((down) => scrollBy(0, down), top - height);
    await button.tap();
    await expectPlaced(button, 'below');
    await button.tap();
    await page.keyboard.press('Enter');
    await expect(tooltip(page)).toHaveText(help.timeline);
    await text.tap();
    await expect(tooltip(page)).toBeHidden();

    // In Safari a tap does not focus a button.
    await button.evaluate((element) =>
      element.addEventListener('mousedown', (event) => event.preventDefault()),
    );
    await button.tap();
    await expect(tooltip(page)).toBeVisible();
    await text.tap();
    await expect(tooltip(page)).toBeHidden();
  });
});

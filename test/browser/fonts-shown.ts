import type { Page } from '@playwright/test';

/** Waits until the text is set in the site's own fonts, which come after the first painting. */
export const fontsShown = (page: Page) =>
  page.waitForFunction(
    () =>
      document.documentElement.hasAttribute('data-fonts') &&
      document.fonts.check('300 40px Newsreader') &&
      document.fonts.check('400 16px "Instrument Sans"'),
  );

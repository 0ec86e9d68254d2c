import type { Page } from '@playwright/test';

/** Stops the clock, which was installed before the page came, until the test moves it. */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

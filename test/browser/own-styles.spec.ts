import type { Page } from '@playwright/test';
import { bootText } from '../../bench/page-weight.ts';
import { createFollowUpLinks } from '../../inquiries/follow-up/signed-links.ts';
import { allPages, unknownPath } from './all-pages.ts';
import { forgive } from './forgive.ts';
import { holdRequests } from './hold-requests.ts';
import { failedRequest, inquiry, summary } from './inquiry-form.ts';
import { expect, linkSecret, testWithLinks as test } from './site.ts';
import { application } from './take-over.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const path of [...allPages.map((page) => page.path), unknownPath]) {
  test(`${path} has all the styles that it needs`, async ({ page, consoleMessages }) => {
    await page.goto(path);
    await expectAllStyles(page);
    forgive(consoleMessages, failedRequest);
  });
}

test('a form that came back has all the styles that it needs', async ({
  page,
  consoleMessages,
}) => {
  await holdRequests(page, application);
  await page.goto('/contact');
  await page.evaluate(() => document.forms[0]?.submit());
  await expect(summary(page)).toBeVisible();
  await expectAllStyles(page);
  forgive(consoleMessages, failedRequest);
});

test('the page of a link has all the styles that it needs', async ({ page, request, site }) => {
  const { id } = await (await request.post('/api/contact-form', { data: inquiry })).json();
  const [link] = createFollowUpLinks([linkSecret], () => site.url)(id, Date.now());
  await page.goto(link?.url ?? '');
  await expect(page.getByText(inquiry.email)).toBeVisible();
  await expectAllStyles(page);
});

test('the page of a link that was altered has them too', async ({
  page,
  site,
  consoleMessages,
}) => {
  const [link] = createFollowUpLinks([`${linkSecret}s`], () => site.url)(
    'a'.repeat(26),
    Date.now(),
  );
  await page.goto(link?.url ?? '');
  await expect(page.locator('.error-screen')).toBeVisible();
  await expectAllStyles(page);
  forgive(consoleMessages, failedRequest);
});

const media = [
  { media: 'screen', colorScheme: 'light', forcedColors: 'none' },
  { media: 'screen', colorScheme: 'dark', forcedColors: 'none' },
  { media: 'screen', colorScheme: 'light', forcedColors: 'active' },
  { media: 'print', colorScheme: 'light', forcedColors: 'none' },
] as const;

/** The styles of all pages, which the application brings, change nothing in the document. */
async function expectAllStyles(page: Page) {
  await holdRequests(page, application);
  await page.evaluate(async () => {
    // In print, where the form is not shown, it would lose the focus.
    (document.activeElement as HTMLElement).blur();
    document.documentElement.toggleAttribute('data-fonts', true);
    const fonts = ['1em Newsreader', '1em "Instrument Sans"'];
    await Promise.all(fonts.map((font) => document.fonts.load(font)));
  });
  await changesOfStyles(page);
  const [url = ''] = /\/assets\/application-[^`'"]+\.css/.exec(bootText()) ?? [];
  await page.addStyleTag({ url });
  expect(await changesOfStyles(page)).toEqual([]);
}

/** What each element looks like on a phone and on a desktop, where it has changed since the last call. */
async function changesOfStyles(page: Page) {
  const changes: string[] = [];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const medium of media) {
      await page.emulateMedia(medium);
      const name = `${width} ${JSON.stringify(medium)}`;
      changes.push(...(await page.evaluate(changesSince, name)));
    }
  }
  return changes;
}

/** Runs in the page, which remembers them under `name`. */
function changesSince(name: string) {
  const keys = [...getComputedStyle(document.body)];
  const parts: string[] = [];
  const styles = [...document.body.querySelectorAll('*')].flatMap((element) =>
    [undefined, '::before', '::after'].map((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      parts.push(`${element.tagName}.${element.getAttribute('class')}${pseudo ?? ''}`);
      if (pseudo && style.content === 'none') return [];
      return keys.map((key) => style.getPropertyValue(key));
    }),
  );
  const known = ((globalThis as { styles?: Record<string, string[][]> }).styles ??= {});
  const before = known[name] ?? styles;
  known[name] = styles;
  return styles.flatMap((values, i) => {
    if (values.length !== before[i]?.length) return `${name} ${parts[i]} appears or disappears`;
    return values.flatMap((value, nth) => {
      const earlier = before[i]?.[nth];
      return value === earlier ? [] : `${name} ${parts[i]} ${keys[nth]}: ${earlier} -> ${value}`;
    });
  });
}

import { allPages } from '../../tools/all-pages.ts';
import { expect, test } from './fixtures/site.ts';

test('accent lines of heroes are drawn once, drawings as they are scrolled to, neither with reduced motion', async ({
  page,
}) => {
  const animations = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map(({ timeline }) => timeline?.constructor.name)
        .sort(),
    );
  for (const { path } of allPages) {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(path);
    expect(await animations(), path).toContain(
      path === '/contact' ? 'DocumentTimeline' : 'ViewTimeline',
    );
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await animations(), path).toEqual([]);
  }
});

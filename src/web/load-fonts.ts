/** Maximum time for which a slow hero image delays the fonts. */
const imageTimeoutMs = 3000;

/**
 * Loads the fonts after the first paint and the hero image, which they would delay. Applies both
 * fonts at once, for a single reflow.
 */
export async function loadFonts() {
  await waitForFirstPaint();
  await waitForImagePaint(document.images[0]);
  const fonts = ['1em FirmSerif', '1em FirmSans'];
  await Promise.allSettled(fonts.map((font) => document.fonts.load(font)));
  document.documentElement.classList.add('fonts-loaded');
}

const waitForFirstPaint = () =>
  new Promise<void>((resolve) => {
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });

/** Resolves once `image` is painted, fails to load, or times out. */
async function waitForImagePaint(image?: HTMLImageElement) {
  if (!image) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, imageTimeoutMs));
  await Promise.race([image.decode().catch(() => undefined), timeout]);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

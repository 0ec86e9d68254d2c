import type { Locator } from '@playwright/test';

/** The lowest contrast (WCAG 2) between a text's colour and any pixel of what lies behind it. */
export async function contrastBehind(text: Locator) {
  const page = text.page();
  await text.scrollIntoViewIfNeeded();
  const colour = await text.evaluate((element) => getComputedStyle(element).color);
  const clip = await text.boundingBox();
  if (!clip) throw new Error('The text is not on the page');

  await text.evaluate(setHidden, true);
  const png = (await page.screenshot({ clip })).toString('base64');
  await text.evaluate(setHidden, false);

  // A page without the site's policy, which forbids to read a picture from a data: URL.
  const bench = await page.context().newPage();
  const contrast = await bench.evaluate(lowestContrast, { colour, png });
  await bench.close();
  return contrast;
}

/** Drawings are lines: too thin to make a text hard to read. */
function setHidden(text: Element, isHidden: boolean) {
  for (const element of [text, ...document.querySelectorAll('main svg')]) {
    (element as HTMLElement).style.opacity = isHidden ? '0' : '';
  }
}

async function lowestContrast({ colour, png }: { colour: string; png: string }) {
  const picture = await fetch(`data:image/png;base64,${png}`).then((answer) => answer.blob());
  const bitmap = await createImageBitmap(picture);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
    willReadFrequently: true,
  });
  if (!context) throw new Error('This browser has no canvas');

  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const foreground = luminance(context.getImageData(0, 0, 1, 1).data, 0);
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);

  let lowest = Infinity;
  for (let at = 0; at < data.length; at += 4) {
    const background = luminance(data, at);
    const [light, dark] = [Math.max(foreground, background), Math.min(foreground, background)];
    lowest = Math.min(lowest, (light + 0.05) / (dark + 0.05));
  }
  return lowest;

  function luminance(pixels: Uint8ClampedArray, at: number) {
    const linear = (byte = 0) => {
      const channel = byte / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    };
    const [red, green, blue] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  }
}

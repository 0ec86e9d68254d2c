import { readFileSync, writeFileSync } from 'node:fs';
import { launchBrowser } from './browser.ts';

/** What Home asks its image host for on the phone that Lighthouse plays. */
const asked = { width: 720, height: 1440, quality: 0.6 };

/** Writes the photograph of `source` (PNG) to `target` as the image host sends it to that phone, in JPEG. */
export async function fitPhotograph(source: string, target: string): Promise<void> {
  const browser = await launchBrowser();
  const page = await browser?.newPage();
  const original = `data:image/png;base64,${readFileSync(source).toString('base64')}`;
  const fitted = await page?.evaluate(drawFitted, { original, ...asked });
  await browser?.close();
  writeFileSync(target, Buffer.from(fitted ?? '', 'base64'));
}

/** Runs in the browser: cuts off what is too wide or too high. */
async function drawFitted(parameters: typeof asked & { original: string }) {
  const { original, width, height, quality } = parameters;
  const image = new Image();
  image.src = original;
  await image.decode();
  const scale = Math.max(width / image.width, height / image.height);
  const [drawnWidth, drawnHeight] = [image.width * scale, image.height * scale];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const place = [(width - drawnWidth) / 2, (height - drawnHeight) / 2] as const;
  canvas.getContext('2d')?.drawImage(image, ...place, drawnWidth, drawnHeight);
  return canvas.toDataURL('image/jpeg', quality).split(',')[1];
}

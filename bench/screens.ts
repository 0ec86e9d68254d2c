import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { pages } from '../src/content/pages.ts';
import { freePort } from '../tools/start-server.ts';
import { launchBrowser } from './measurement.ts';

new Command('npm run screens --')
  .description(
    "Take the pictures of docs/screens from `npm run dev -- --sample`, without the hero's photograph.",
  )
  .showHelpAfterError()
  .parse();

const PORT = String(await freePort());
const url = `http://localhost:${PORT}`;
const env = { ...process.env, PORT };
const server = spawn(process.execPath, ['tools/dev.ts', '--sample'], { env });
process.once('exit', () => server.kill());
// Enable subpixel positioning of text in headless shells, as in browsers with a screen.
await using browser = await launchBrowser('--font-render-hinting=none');
const page = await browser.newPage({ reducedMotion: 'reduce' });
await page.route(/^https:/, (route) => route.abort());
const devTools = await page.context().newCDPSession(page);

const received = page.locator('a[href*="/received-"]').first();
while (!(await received.count()))
  await page.goto(`${url}/mails`).catch(() => page.waitForTimeout(500));
await received.click();
const mail = String(await page.locator('iframe').first().getAttribute('src'));
await page.goto(url + mail);
const link = String(await page.locator('a[href*="/follow-up/"]').first().getAttribute('href'));

const shots = [...pages, { name: 'not-found', path: '/not/found' }, { name: 'link', path: link }];
for (const width of [390, 768, 1440])
  for (const { name, path } of shots) await capture(`${name.toLowerCase()}-${width}`, path, width);
await capture('mails-390', '/mails', 390);
await capture('readme-home', '/', 1440, 'html');
await capture('readme-form', '/contact', 1440, '.form-panel');
await capture('readme-mail', mail, 720);
// The process would wait for the server.
server.kill();

/**
 * Writes a picture of the whole document, or of a part as tall as a window that starts just above
 * an element.
 */
async function capture(name: string, path: string, width: number, element?: string) {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(new URL(path, url).href, { waitUntil: 'networkidle' });
  const box = element ? await page.locator(element).boundingBox() : undefined;
  const y = Math.max(0, (box?.y ?? 0) - 48);
  const height = box ? 900 : await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y, width, height, scale: Math.min(1, 1280 / width) };
  const quality = name.startsWith('readme') ? 60 : 30;
  const options = { format: 'webp', quality, clip, captureBeyondViewport: true } as const;
  const { data } = await devTools.send('Page.captureScreenshot', options);
  writeFileSync(`docs/screens/${name}.webp`, Buffer.from(data, 'base64'));
}

import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { chromium } from '@playwright/test';
import { findAllDrawingErrors } from './check-content.ts';
import { readIconSources, writeIconHash } from './icon-sources.ts';
import { redraw } from './redraw.ts';

new Command('npm run icons --')
  .description(
    "Draw the icons and the image of link previews from the firm's mark, colors and headline.",
  )
  .showHelpAfterError()
  .parse();

const content = 'src/content';
const images = `${content}/images`;
const errors = findAllDrawingErrors();
if (errors.length > 0) {
  process.stderr.write(`No icon is written.\n${errors.join('\n')}\n`);
  process.exit(1);
}
const sources = readIconSources();
const { ink, chalk, brass } = sources.colors;

const draw = (svg: string, attributes: string) => redraw(svg, { accent: brass, attributes });

const mark = draw(sources.mark, 'x="16%" y="16%" width="68%" height="68%"');
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" color="${chalk}" stroke-width="1.5">
<path fill="${ink}" d="M0 0h32v32H0z"/>
${mark}
</svg>
`;
const executablePath = process.env['CHROMIUM'];
await using browser = await launchBrowser();
writeFileSync(`${images}/favicon.svg`, icon);
await capture('favicon.ico', 32, 32, icon); // Browsers accept a PNG with this name.
await capture('apple-touch-icon.png', 180, 180, icon);

const font = readFileSync(`${content}/fonts/serif.woff2`, 'base64');
const drawings = sources.drawings.map((svg) =>
  draw(svg, 'class="hero" preserveAspectRatio="none"'),
);
const lines = sources.headline.map((line) => `<h1>${line}</h1>`);
await capture(
  'share.png',
  1200,
  630,
  `<style>
    @font-face { font-family: Firm; src: url(data:font/woff2;base64,${font}) }
    body { padding: 48px 64px; background: ${ink}; color: ${chalk} }
    svg { display: block; width: 48px; height: 48px; margin-bottom: 36px }
    path { vector-effect: non-scaling-stroke }
    .hero { position: absolute; width: 680px; height: 316px; left: 520px; top: 242px; mask: linear-gradient(90deg, #0000, #000 60%) }
    h1 { margin: 0; font: 300 88px/1 Firm; letter-spacing: -0.02em }
    hr { position: absolute; width: 1200px; top: 550px; left: 0; border: solid ${brass}; border-width: 3px 0 0 }
  </style>${mark}${drawings.join('')}${lines.join('')}<hr>`,
);

writeIconHash();

async function launchBrowser() {
  try {
    return await chromium.launch(executablePath ? { executablePath } : {});
  } catch {
    process.stderr.write(
      `No icon is written: ${executablePath ?? "Playwright's Chromium"} does not start. Run "npx playwright install --only-shell --with-deps chromium", or name another Chromium in CHROMIUM.\n`,
    );
    process.exit(1);
  }
}

async function capture(file: string, width: number, height: number, body: string) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body{margin:0;overflow:hidden}</style>${body}`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${images}/${file}`, type: 'png' });
}

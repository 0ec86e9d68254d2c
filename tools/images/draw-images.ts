import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { firm } from '../../src/content/firm.ts';
import { hashContent } from '../../src/http/pages/negotiate.ts';
import { favicon } from '../../src/web/seo/favicon.ts';
import { loadCardFonts } from './card-fonts.ts';
import { cards } from './cards.ts';
import { cardSize, drawCard } from './draw-card.ts';
import { icons, iconSvg } from './icons.ts';

const { resolve } = createRequire(import.meta.url);
const faviconSize = 32;

/** Writes the icons and a card for each of `pagePaths`. Returns the cards by page path. */
export async function drawImages(client: string, pagePaths: string[]) {
  await mkdir(path.join(client, 'assets'), { recursive: true });
  await drawIcons(client);

  const fonts = await loadCardFonts();
  const drawnCards: Record<string, { src: string; alt: string }> = {};
  for (const pagePath of pagePaths) {
    const card = cards[pagePath];
    if (!card)
      throw new Error(`The page ${pagePath} has no card: add one to tools/images/cards.ts`);
    const png = await rasterize(await drawCard(card, firm.name, fonts), cardSize.width);
    const name = pagePath.slice(1).replaceAll('/', '-') || 'home';
    const src = `/assets/card-${name}-${hashContent(png).slice(0, 8)}.png`;
    await writeFile(path.join(client, src), png);
    drawnCards[pagePath] = { src, alt: `${firm.name}: ${card.heading}` };
  }
  return drawnCards;
}

async function drawIcons(client: string) {
  for (const icon of icons) {
    await writeFile(path.join(client, icon.file), await rasterize(iconSvg(icon), icon.size));
  }
  // For clients that request this path only. They detect a PNG by its first bytes.
  await writeFile(path.join(client, 'favicon.ico'), await rasterize(favicon(), faviconSize));
}

let wasmReady: Promise<void> | undefined;

/** Renders an SVG without text as a PNG of `width` pixels. */
async function rasterize(svg: string, width: number): Promise<Uint8Array> {
  wasmReady ??= readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')).then((wasm) => initWasm(wasm));
  await wasmReady;
  return new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng();
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const { resolve } = createRequire(import.meta.url);
let ready: Promise<void> | undefined;

/** Draws an SVG, whose text is paths already, as a PNG of `width` pixels. */
export async function rasterize(svg: string, width: number): Promise<Uint8Array> {
  ready ??= readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')).then((wasm) => initWasm(wasm));
  await ready;
  return new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng();
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { encodePng } from './encode-png.ts';

const { resolve } = createRequire(import.meta.url);
let ready: Promise<void> | undefined;

/** Draws an opaque SVG, whose text is paths already, as a PNG of `width` pixels. */
export async function rasterize(svg: string, width: number): Promise<Buffer> {
  ready ??= readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')).then((wasm) => initWasm(wasm));
  await ready;
  return encodePng(new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render());
}

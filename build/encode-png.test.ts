import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodePng } from './encode-png.ts';

/** The colours of a PNG's pixels, read back as its specification says. */
function decode(png: Buffer) {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const end = at + 8 + png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end));
  }
  const width = chunks.get('IHDR')?.readUInt32BE(0) ?? 0;
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  return [...rows]
    .filter((_, i) => i % (width + 1) !== 0)
    .map((index) => palette.toString('hex', index * 3, index * 3 + 3));
}

test('keeps each pixel’s colour where there are few', () => {
  const pixels = Uint8Array.from([
    11, 29, 25, 255, 203, 167, 97, 255, 11, 29, 25, 255, 0, 0, 0, 255,
  ]);
  expect(decode(encodePng({ width: 2, height: 2, pixels }))).toEqual([
    '0b1d19',
    'cba761',
    '0b1d19',
    '000000',
  ]);
});

test('takes the nearest of the most frequent colours where there are many', () => {
  // 300 shades of which the last 44 are there once, the others twice.
  const shades = Array.from({ length: 300 }, (_, i) => [i >> 2, i & 3, 0, 255]);
  const pixels = Uint8Array.from([...shades, ...shades.slice(0, 256)].flat());
  const colors = decode(encodePng({ width: 556, height: 1, pixels }));
  expect(colors[255]).toBe('3f0300');
  expect(colors[256]).toBe('3f0000');
  expect(new Set(colors).size).toBe(256);
});

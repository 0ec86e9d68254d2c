import { crc32, deflateSync } from 'node:zlib';

/** Pixels of four bytes each: red, green, blue and alpha, which is taken for opaque. */
interface Image {
  width: number;
  height: number;
  pixels: Uint8Array;
}

const paletteSize = 256;

/**
 * A PNG with a palette of the 256 most frequent colours; the others, blends where lines cross, take
 * the nearest of them. A third of what resvg's own encoder makes of line drawings.
 */
export function encodePng({ width, height, pixels }: Image): Buffer {
  const colors = new Uint32Array(width * height);
  const counts = new Map<number, number>();
  for (let i = 0; i < colors.length; i++) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(i * 4, i * 4 + 3);
    const color = (red << 16) | (green << 8) | blue;
    colors[i] = color;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const frequent = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const palette = frequent.slice(0, paletteSize);
  const indexes = new Map(frequent.map((color) => [color, nearest(palette, color)]));

  // Each row starts with the number of its filter: none, which suits a palette.
  const rows = Buffer.alloc((width + 1) * height);
  colors.forEach((color, i) => {
    rows[i + Math.floor(i / width) + 1] = indexes.get(color) ?? 0;
  });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 3, 0, 0, 0])])),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearest(palette: number[], color: number) {
  const known = palette.indexOf(color);
  if (known !== -1) return known;
  const distances = palette.map((other) => distance(channels(other), channels(color)));
  return distances.indexOf(Math.min(...distances));
}

const channels = (color: number) => [color >> 16, (color >> 8) & 255, color & 255];

const distance = (a: number[], b: number[]) =>
  a.reduce((sum, channel, i) => sum + (channel - (b[i] ?? 0)) ** 2, 0);

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

function uint32(value: number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

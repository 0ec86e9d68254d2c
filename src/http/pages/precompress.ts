import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|svg|json|txt)$/;

export const toBrotli = (body: Uint8Array): Promise<Buffer> =>
  promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_LGWIN]: windowBits(body.byteLength) },
  });

/** Fits the window to the body: the default of 4 MB takes tens of megabytes of memory. */
const windowBits = (size: number) =>
  Math.max(Math.ceil(Math.log2(size + 16)), constants.BROTLI_MIN_WINDOW_BITS);

export const toGzip = (body: Uint8Array): Promise<Buffer> => promisify(gzip)(body, { level: 9 });

/** Writes a `.br` and a `.gz` beside each text file of `folder`. */
export async function precompress(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const body = await readFile(file);
      await writeFile(`${file}.br`, await toBrotli(body));
      await writeFile(`${file}.gz`, await toGzip(body));
    }),
  );
}

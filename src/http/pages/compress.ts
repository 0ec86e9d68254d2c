import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const toBrotli = (body: Uint8Array): Promise<Buffer> =>
  promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_LGWIN]: windowBits(body.byteLength) },
  });

/** Fits the window to the body: the default of 4 MB takes tens of megabytes of memory. */
const windowBits = (size: number) =>
  Math.max(Math.ceil(Math.log2(size + 16)), constants.BROTLI_MIN_WINDOW_BITS);

export const toGzip = (body: Uint8Array): Promise<Buffer> => promisify(gzip)(body, { level: 9 });

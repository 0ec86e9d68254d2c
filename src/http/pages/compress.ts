import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Compresses a body, in one thread at a time: each thread keeps the memory that its compressor
 * took.
 */
export async function compress(body: Uint8Array) {
  // Fit the window to the body: the default of 4 MB takes tens of megabytes of memory.
  const windowBits = Math.ceil(Math.log2(body.byteLength + 16));
  const { BROTLI_PARAM_LGWIN, BROTLI_MIN_WINDOW_BITS } = constants;
  const params = { [BROTLI_PARAM_LGWIN]: Math.max(windowBits, BROTLI_MIN_WINDOW_BITS) };
  return {
    gzip: await promisify(gzip)(body, { level: 9 }),
    br: await promisify(brotliCompress)(body, { params }),
  };
}

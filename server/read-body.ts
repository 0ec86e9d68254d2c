/** The largest body that is read, in bytes. */
export const maxBodyBytes = 64 * 1024;

export type ReadBody =
  { ok: true; text: string } | { ok: false; reason: 'tooLarge' | 'notUtf8' | 'cutOff' };

/** Reads a request's text, and of a body that is too large no more than the limit. */
export async function readBody(request: Request): Promise<ReadBody> {
  const announced = request.headers.get('content-length');
  if (Number(announced) > maxBodyBytes) return { ok: false, reason: 'tooLarge' };
  let body: Uint8Array | undefined;
  try {
    // No more than was announced can come; the adapter reads that without a stream of its own.
    body =
      announced === null ? await readChunks(request) : new Uint8Array(await request.arrayBuffer());
  } catch {
    return { ok: false, reason: 'cutOff' };
  }
  if (!body || body.byteLength > maxBodyBytes) return { ok: false, reason: 'tooLarge' };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(body) };
  } catch {
    return { ok: false, reason: 'notUtf8' };
  }
}

/** Undefined as soon as it is too large. */
async function readChunks(request: Request): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

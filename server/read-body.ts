/** The largest body that is read, in bytes. */
export const maxBodyBytes = 64 * 1024;

export type ReadBody =
  { ok: true; text: string } | { ok: false; reason: 'too large' | 'not UTF-8' | 'cut off' };

/** Reads a request's text, and of a body that is too large no more than the limit. */
export async function readBody(request: Request): Promise<ReadBody> {
  if (Number(request.headers.get('content-length')) > maxBodyBytes) {
    return { ok: false, reason: 'too large' };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) return { ok: false, reason: 'too large' };
      chunks.push(chunk);
    }
  } catch {
    return { ok: false, reason: 'cut off' };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    return { ok: true, text };
  } catch {
    return { ok: false, reason: 'not UTF-8' };
  }
}

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { type PostError, postErrors } from '../post-errors.ts';
import { maxFormFields } from '../request-limits.ts';

/**
 * Result of a step of reading a post: its body, text, values or inquiry, or the error of the
 * response.
 */
export type ReadResult<Value> = { ok: true; value: Value } | { ok: false; error: PostError };

/** Parts of a request that the listener reads before it calls the application. */
export interface ReadParts {
  /**
   * Undefined without a body. The `Request` has no body, because its streams would make a post
   * 1.5 times as expensive.
   */
  body: ReadResult<Buffer> | undefined;
  /** Address of the peer; undefined if the connection was closed at once. */
  remoteAddress: string | undefined;
}

export interface RequestBindings extends HttpBindings, ReadParts {}

/** Checks origin, media type and encoding of a POST, and decodes its body. */
export function readPost(
  context: Context,
  mediaType: string,
  publicUrl: string | undefined,
): ReadResult<string> {
  const { req } = context;
  if (!isSameOrigin(req.raw, publicUrl)) return { ok: false, error: postErrors.crossSite };
  const [sentType = ''] = (req.header('content-type') ?? '').split(';', 1);
  if (sentType.trim().toLowerCase() !== mediaType)
    return { ok: false, error: postErrors.wrongType };
  const coding = req.header('content-encoding') ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity')
    return { ok: false, error: postErrors.compressed };
  const { body } = context.env as RequestBindings;
  if (!body) return { ok: true, value: '' };
  if (!body.ok) return body;
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(body.value) };
  } catch {
    return { ok: false, error: postErrors.malformed };
  }
}

/**
 * Parses the first fields of a form, each with its first value. Not `URLSearchParams`, which has no
 * maximum.
 */
export function parseForm(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const pair of text.split('&', maxFormFields)) {
    const equalSign = pair.indexOf('=');
    const nameLength = equalSign === -1 ? pair.length : equalSign;
    const name = decodePart(pair.slice(0, nameLength));
    if (!fields.has(name)) fields.set(name, decodePart(pair.slice(nameLength + 1)));
  }
  return fields;
}

const plus = 0x2b;
const space = 0x20;
const percent = 0x25;

/**
 * Decodes a name or value as the URL Standard does (application/x-www-form-urlencoded): keeps a
 * malformed `%`, and replaces invalid UTF-8 with U+FFFD. `URLSearchParams` takes eight times as
 * long for 64 kB of `+`.
 */
function decodePart(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  // Decode in place: no byte takes more space than its encoding.
  const bytes = Buffer.from(text);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    let byte = bytes[index] as number;
    if (byte === plus) byte = space;
    if (byte === percent && index + 2 < bytes.length) {
      const high = readHexDigit(bytes[index + 1] as number);
      const low = readHexDigit(bytes[index + 2] as number);
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low;
        index += 2;
      }
    }
    bytes[length] = byte;
    length += 1;
  }
  return bytes.toString('utf8', 0, length);
}

/** Returns the value of a hexadecimal ASCII digit; -1 for any other byte. */
function readHexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  // Convert an upper-case letter to lower case.
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

/**
 * Tells if a post may come from a page of this site, at any of its host names, or from a client
 * that is not a browser (CSRF protection). Browsers send `Origin`, `Sec-Fetch-Site` or both, and
 * pages cannot forge them.
 */
export function isSameOrigin(request: Request, publicUrl: string | undefined): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin') return true;
  if (site !== null && site !== 'none') return false;
  const origin = request.headers.get('origin');
  if (origin === null || origin === publicUrl) return true;

  // Behind a proxy the scheme is unknown: compare hosts, with the default port of the origin's
  // scheme.
  const url = URL.parse(origin);
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return !!url?.host && url.host === URL.parse(`${url.protocol}//${host}`)?.host;
}

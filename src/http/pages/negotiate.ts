import { createHash } from 'node:crypto';

type Coding = 'br' | 'gzip' | 'identity';

/** A resource held in memory, in each content coding that it was prepared in. */
export interface Representation {
  status: number;
  /** Content-Type, Cache-Control and the like. */
  headers: Record<string, string>;
  bodies: { identity: Uint8Array; br?: Uint8Array; gzip?: Uint8Array };
  /** Distinguishes contents; each coding's strong validator is made from it (RFC 9110, 8.8.3). */
  hash: string;
}

export const hashOf = (body: Uint8Array): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22);

/** One that was made of text. */
export function textRepresentation(
  text: string,
  headers: Record<string, string>,
  status = 200,
): Representation {
  const identity = new TextEncoder().encode(text);
  return { status, headers, bodies: { identity }, hash: hashOf(identity) };
}

/** Reads a request's header by its name in lower case. */
type ReadHeader = (name: string) => string | null | undefined;

/** An answer that is yet to be written, by Node or by the adapter. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

/** Answers with a representation: negotiates the coding, and says 304 where the client has it. */
export function answerTo(
  header: ReadHeader,
  { status, headers, bodies, hash }: Representation,
): Answer {
  const coding = chooseCoding(header('accept-encoding') ?? '', bodies);
  const body = bodies[coding] ?? bodies.identity;
  const etag = coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;
  const common = { ...headers, etag, vary: 'Accept-Encoding' };
  if (status === 200 && matches(header('if-none-match'), etag)) {
    return { status: 304, headers: common, body: null };
  }
  return {
    status,
    headers: {
      ...common,
      'content-length': String(body.byteLength),
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    },
    body,
  };
}

/** The same for what handles requests and responses of the Fetch standard. */
export function answer({ headers }: Request, representation: Representation): Response {
  const { body, ...init } = answerTo((name) => headers.get(name), representation);
  return new Response(body as Uint8Array<ArrayBuffer> | null, init);
}

/** Answers with one line of text. */
export const plainText = (
  status: number,
  line: string,
  headers: Record<string, string> = {},
): Response =>
  new Response(`${line}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });

/** RFC 9110, 12.5.3: the acceptable coding with the highest weight, the smallest among equals. */
export function chooseCoding(acceptEncoding: string, bodies: Representation['bodies']): Coding {
  const weights = weightsOf(acceptEncoding);
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const br = bodies.br ? weightOf('br') : 0;
  const gzip = bodies.gzip ? weightOf('gzip') : 0;
  const best = Math.max(br, gzip);
  if (best === 0 || best < (weights.get('identity') ?? 0)) return 'identity';
  return br === best ? 'br' : 'gzip';
}

/** Of the codings in an `Accept-Encoding`, from 0 to 1. */
function weightsOf(acceptEncoding: string) {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    if (name) weights.set(name, q ? Number(q.slice(2)) || 0 : 1);
  }
  return weights;
}

/** RFC 9110, 13.1.2: a list of validators or `*`, compared weakly. */
function matches(ifNoneMatch: string | null | undefined, etag: string) {
  if (!ifNoneMatch) return false;
  const candidates = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return candidates.includes('*') || candidates.includes(etag);
}

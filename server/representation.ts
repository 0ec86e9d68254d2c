import { createHash } from 'node:crypto';

type Coding = 'br' | 'gzip' | 'identity';

/** A resource held in memory, in each content coding that it was prepared in. */
export interface Representation {
  status: number;
  /** Content-Type, Cache-Control and the like; not what depends on the coding. */
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

/** Answers a GET or HEAD request: negotiates the coding, and says 304 where the client has it. */
export function answer(request: Request, { status, headers, bodies, hash }: Representation) {
  const coding = chooseCoding(request.headers.get('accept-encoding') ?? '', bodies);
  const body = bodies[coding] ?? bodies.identity;
  const etag = coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;
  const common = { ...headers, etag, vary: 'Accept-Encoding' };

  if (status === 200 && matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: common });
  }
  return new Response(body as Uint8Array<ArrayBuffer>, {
    status,
    headers: {
      ...common,
      'content-length': String(body.byteLength),
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    },
  });
}

/** RFC 9110, 12.5.3: the acceptable coding with the highest weight, the smallest among equals. */
export function chooseCoding(acceptEncoding: string, bodies: Representation['bodies']): Coding {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    if (name) weights.set(name, q ? Number(q.slice(2)) || 0 : 1);
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [best] = (['br', 'gzip'] as const)
    .filter((coding) => bodies[coding] && weightOf(coding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a));
  const identityWeight = weights.get('identity') ?? 0;
  return best && weightOf(best) >= identityWeight ? best : 'identity';
}

/** RFC 9110, 13.1.2: a list of validators or `*`, compared weakly. */
function matches(ifNoneMatch: string | null, etag: string) {
  if (!ifNoneMatch) return false;
  const candidates = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return candidates.includes('*') || candidates.includes(etag);
}

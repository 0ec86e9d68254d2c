import type { Log } from './log.ts';
import { isFromThisSite } from './origin.ts';
import { readBody, type ReadBody } from './read-body.ts';

export interface ReadPostDependencies {
  log: Log;
  /** The site's origin, such as https://www.example.com; without it, the Host header's. */
  publicUrl: string | undefined;
}

export type PostProblem =
  'other site' | 'wrong type' | 'compressed' | Extract<ReadBody, { ok: false }>['reason'];

export type ReadPost = { ok: true; text: string } | { ok: false; reason: PostProblem };

/** What every post must pass before its body is looked at: its origin, type and size. */
export async function readPost(
  request: Request,
  mediaType: string,
  { log, publicUrl }: ReadPostDependencies,
): Promise<ReadPost> {
  if (!isFromThisSite(request, publicUrl)) {
    // A PUBLIC_URL that is wrong, or missing behind a proxy, shows here.
    log.warn({ origin: request.headers.get('origin'), publicUrl }, 'Refused another site’s post');
    return { ok: false, reason: 'other site' };
  }
  const [sentType = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (sentType.trim().toLowerCase() !== mediaType) return { ok: false, reason: 'wrong type' };

  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') return { ok: false, reason: 'compressed' };
  return readBody(request);
}

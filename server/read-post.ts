import { isFromThisSite } from './origin.ts';
import { readBody, type ReadBody } from './read-body.ts';
import { logRefusedOrigins, type RefusedOriginsOptions } from './refused-origins.ts';

export type ReadPostDependencies = RefusedOriginsOptions;

export type PostProblem =
  'otherSite' | 'wrongType' | 'compressed' | Extract<ReadBody, { ok: false }>['reason'];

export type ReadPost = { ok: true; text: string } | { ok: false; reason: PostProblem };

/** What every post must pass before its body is looked at: its origin, type and size. */
export function createPostReader(mediaType: string, dependencies: ReadPostDependencies) {
  const { publicUrl } = dependencies;
  const logOtherSite = logRefusedOrigins(dependencies);

  return async (request: Request): Promise<ReadPost> => {
    if (!isFromThisSite(request, publicUrl)) {
      logOtherSite(request.headers.get('origin'));
      return { ok: false, reason: 'otherSite' };
    }
    const [sentType = ''] = (request.headers.get('content-type') ?? '').split(';');
    if (sentType.trim().toLowerCase() !== mediaType) return { ok: false, reason: 'wrongType' };

    const coding = request.headers.get('content-encoding') ?? 'identity';
    if (coding.trim().toLowerCase() !== 'identity') return { ok: false, reason: 'compressed' };
    return readBody(request);
  };
}

import { type ContactProblem, contactProblems, wrongType } from './contact-problems.ts';
import type { Log } from './log.ts';
import { isFromThisSite } from './origin.ts';
import { readBody } from './read-body.ts';

export interface ContactRequestDependencies {
  log: Log;
  /** The site's origin, such as https://www.example.com; without it, the Host header's. */
  publicUrl: string | undefined;
}

export type ContactRequest = { ok: true; text: string } | { ok: false; problem: ContactProblem };

const bodyProblems = {
  'too large': contactProblems.tooLarge,
  'not UTF-8': contactProblems.notUtf8,
  'cut off': contactProblems.cutOff,
};

/** What every submission must pass before its body is looked at: its origin, type and size. */
export async function readContactRequest(
  request: Request,
  mediaType: string,
  { log, publicUrl }: ContactRequestDependencies,
): Promise<ContactRequest> {
  if (!isFromThisSite(request, publicUrl)) {
    // A PUBLIC_URL that is wrong, or missing behind a proxy, shows here.
    log.warn({ origin: request.headers.get('origin'), publicUrl }, 'Refused another site’s post');
    return { ok: false, problem: contactProblems.otherSite };
  }
  const [sentType = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (sentType.trim().toLowerCase() !== mediaType) {
    return { ok: false, problem: wrongType(mediaType) };
  }
  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') {
    return { ok: false, problem: contactProblems.compressed };
  }
  const body = await readBody(request);
  return body.ok ? body : { ok: false, problem: bodyProblems[body.reason] };
}

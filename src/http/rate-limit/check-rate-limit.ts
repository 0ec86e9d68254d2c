import type { Context } from 'hono';
import type { Log } from '../../observability/log.ts';
import { clientNetwork } from './client-address.ts';
import type { Admission, SubmissionLimit } from './rate-limiter.ts';

export interface AdmissionDependencies {
  log: Log;
  /** Any number of inquiries is taken unless given. */
  submissionLimit?: SubmissionLimit | undefined;
  /** Proxies before this server that are to be believed who they were connected from. */
  trustedHops?: number;
}

/**
 * Counts a submission, valid or not, and says whether it is looked at. `key`: under which it is
 * stored only once, so that a repetition is free.
 */
export const admitSubmission = (
  context: Context,
  dependencies: AdmissionDependencies,
  key: string | null,
): Promise<Admission> => {
  const event = 'Refuses inquiries of a network that sent too many';
  return countAgainst(dependencies.submissionLimit, context, dependencies, { key, event });
};

/**
 * Counts a request of a client against `limit`. `key`: what a repetition is known by. `event`:
 * logged once for all that is refused in a while.
 */
export async function countAgainst(
  limit: SubmissionLimit | undefined,
  { env, req }: Context,
  { log, trustedHops = 0 }: Omit<AdmissionDependencies, 'submissionLimit'>,
  { key, event }: { key: string | null; event: string },
): Promise<Admission> {
  if (!limit) return { ok: true };
  const remoteAddress: string | undefined = env?.incoming?.socket.remoteAddress;
  const network = clientNetwork(remoteAddress, req.header('x-forwarded-for'), trustedHops);
  const admission = await limit.admit(network, key);
  if (!admission.ok && admission.isFirst) {
    const { retryAfterSeconds } = admission;
    log.warn({ retryAfterSeconds }, event);
  }
  return admission;
}

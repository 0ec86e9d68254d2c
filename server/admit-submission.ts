import type { Context } from 'hono';
import { clientNetwork } from './client-address.ts';
import type { Log } from './log.ts';
import type { Admission, SubmissionLimit } from './submission-limit.ts';

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
  { submissionLimit, ...dependencies }: AdmissionDependencies,
  key: string | null,
): Promise<Admission> =>
  countAgainst(submissionLimit, context, {
    ...dependencies,
    key,
    event: 'Refuses inquiries of a network that sent too many',
  });

interface CountDependencies extends Omit<AdmissionDependencies, 'submissionLimit'> {
  /** What a repetition is known by. */
  key: string | null;
  /** Logged once for all that is refused in a while. */
  event: string;
}

/** Counts a request of a client against `limit`. */
export async function countAgainst(
  limit: SubmissionLimit | undefined,
  { env, req }: Context,
  { log, trustedHops = 0, key, event }: CountDependencies,
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

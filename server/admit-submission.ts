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

/** Counts a submission, valid or not, and says whether it is looked at. */
export async function admitSubmission(
  { env, req }: Context,
  { log, submissionLimit, trustedHops = 0 }: AdmissionDependencies,
): Promise<Admission> {
  if (!submissionLimit) return { ok: true };
  const remoteAddress: string | undefined = env?.incoming?.socket.remoteAddress;
  const network = clientNetwork(remoteAddress, req.header('x-forwarded-for'), trustedHops);
  const admission = await submissionLimit.admit(network, req.header('idempotency-key') ?? null);
  if (!admission.ok && admission.isFirst) {
    const { retryAfterSeconds } = admission;
    log.warn({ retryAfterSeconds }, 'Refuses inquiries of a network that sent too many');
  }
  return admission;
}

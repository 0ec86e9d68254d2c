import type { Settings } from '../config/settings.ts';
import type { Channel } from './sender.ts';

/** Creates a channel; undefined without its settings. */
export type CreateChannel = (settings: Settings) => CheckedChannel | undefined;

/** A channel that `inquiries check` tests. */
export type CheckedChannel = Channel & ConnectionCheck;

/** The test of a mail server or a webhook. */
export interface ConnectionCheck {
  checkName: string;
  /** Host without the path of an address, which may be a secret. */
  host: string;
  /** Connects without sending. `detail` follows the host, `advice` warns. Throws `DeliveryError`. */
  checkConnection: (timeoutMs: number) => Promise<{ detail: string; advice?: string }>;
  /** The test message of `check --send`, and the result if it is accepted. */
  testMessage: { name: string; accepted: string };
  /** Returns a remedy for an error of the check or the test message. */
  getAdvice: (error: string) => string;
}

/** Remedies for errors, by a pattern of their messages. The first match counts. */
export type Remedies = readonly [pattern: RegExp, remedy: string][];

/** Finds the remedy for the message of an error; `other` for a message that no pattern matches. */
export const findRemedy = (remedies: Remedies, error: string, other: string): string =>
  remedies.find(([pattern]) => pattern.test(error))?.[1] ?? other;

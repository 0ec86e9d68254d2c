import type { Settings } from '../config/settings.ts';
import type { Channel } from './sender.ts';

/** Creates a channel; undefined if its settings are missing. */
export type CreateChannel = (settings: Settings) => CheckedChannel | undefined;

/** A channel that `inquiries check` tests. */
export type CheckedChannel = Channel & ConnectionCheck;

/** The test of a mail server or a webhook. */
export interface ConnectionCheck {
  checkName: string;
  /** Host of the address, without its path, which may be a secret. */
  host: string;
  /**
   * Connects without sending anything. `detail` is printed after the host; `advice` turns the
   * result into a warning. Throws `DeliveryError`.
   */
  checkConnection: (timeoutMs: number) => Promise<{ detail: string; advice?: string }>;
  /** Name of the test message that `check --send` sends, and the result if it is accepted. */
  testMessage: { name: string; accepted: string };
  /** Returns the remedy for an error of the check or of the test message. */
  getAdvice: (error: string) => string;
}

/** Remedies by a pattern of error messages. The first match wins. */
export type Remedies = readonly [pattern: RegExp, remedy: string][];

/** Finds the remedy for an error message. Returns `other` if no pattern matches. */
export const findRemedy = (remedies: Remedies, error: string, other: string): string =>
  remedies.find(([pattern]) => pattern.test(error))?.[1] ?? other;

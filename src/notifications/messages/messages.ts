import { acknowledgement } from './acknowledgement.ts';
import { changed } from './changed.ts';
import { deleted } from './deleted.ts';
import { digest, escalation } from './digest.ts';
import { floodDigest } from './flood-digest.ts';
import type { Message } from './message.ts';
import { notAcknowledged } from './not-acknowledged.ts';
import { received } from './received.ts';
import { reminders } from './reminder.ts';
import { retired } from './retired.ts';
import { testMessage } from './test-message.ts';

const messages: Message[] = [
  received,
  acknowledgement,
  notAcknowledged,
  changed,
  deleted,
  ...reminders,
  digest,
  escalation,
  floodDigest,
  testMessage,
  ...retired,
];

/** Finds the message of a kind; undefined if only a newer version knows it. */
export const findMessage = (kind: string): Message | undefined =>
  messages.find((message) => message.kind === kind);

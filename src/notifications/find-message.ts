import { floodDigest } from './flood/flood-digest-message.ts';
import { acknowledgement } from './messages/acknowledgement.ts';
import { changed } from './messages/changed.ts';
import { deleted } from './messages/deleted.ts';
import { digest, escalation } from './messages/digest.ts';
import type { Message } from './messages/message.ts';
import { notAcknowledged } from './messages/not-acknowledged.ts';
import { received } from './messages/received.ts';
import { reminders } from './messages/reminder.ts';
import { retired } from './messages/retired.ts';
import { testMessage } from './messages/test-message.ts';

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

/** Finds the message of a kind; undefined for a kind of a newer version. */
export const findMessage = (kind: string): Message | undefined =>
  messages.find((message) => message.kind === kind);

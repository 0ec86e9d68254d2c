/**
 * Ids of events that several modules use. They are deterministic, so that two servers, or an import
 * and the store, record an event once.
 */

/** Returns the id of the event that records the arrival of an inquiry. */
export const toReceivedId = (inquiryId: string): string => `received-${inquiryId}`;

/**
 * Returns the id of the event that records a change. `number`: that of the change in its inquiry,
 * from 1.
 */
export const toChangeId = (inquiryId: string, number: number): string =>
  `updated-${number}-${inquiryId}`;

const deletionPrefix = 'deleted-';

/** Returns the id of the event that records the deletion of an inquiry. */
export const toDeletionId = (inquiryId: string): string => deletionPrefix + inquiryId;

/** Returns the id of the inquiry whose deletion an event records. */
export const getDeletedId = (eventId: string): string => eventId.slice(deletionPrefix.length);

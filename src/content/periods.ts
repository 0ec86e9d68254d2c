/** Hours within which an inquiry is reviewed, and a qualified one gets a response. */
export const promisedHours = { review: 24, response: 48 };

/** Typical length of an initial conversation. */
export const conversationLength = '30-45 minutes';

/** Days for which links in e-mails work. */
export const linkDays = 30;

/**
 * Days for which an inquiry is kept after it was marked as spam. Until then, the mark can be
 * undone.
 */
export const spamRetentionDays = 30;

/**
 * Days for which docs/operate.md keeps copies, including those at another place, and logs of nginx.
 */
export const operationDays = { copies: 37, logs: 14 };

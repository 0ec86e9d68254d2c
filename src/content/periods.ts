/** Hours in which an inquiry is reviewed, and a qualified one receives a response. */
export const promisedHours = { review: 24, response: 48 };

/** Typical length of an initial conversation. */
export const conversationLength = '30-45 minutes';

/** Days for which a link in an e-mail works. */
export const linkDays = 30;

/** Days for which an inquiry is kept after its mark as spam, which can be undone until then. */
export const spamRetentionDays = 30;

/** Days for which docs/operate.md keeps copies, at another place too, and logs of nginx. */
export const operationDays = { copies: 37, logs: 14 };

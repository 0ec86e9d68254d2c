/**
 * The limits of requests, of which strangers send any number. docs/decisions/0015-http-hardening.md gives
 * the reasons.
 */

// Connections

/** Below the open file limit that `deploy/website.service` sets, and that containers have. */
export const maxConnections = 10_000;
/** Above the 60 s of common proxies, so that they never reuse a connection that is closing. */
export const keepAliveTimeoutMs = 65_000;
/** Timeout of a client that reads nothing of a response. */
export const idleTimeoutMs = 30_000;
/** Requests that wait on a connection behind the one in work; each takes about 2 KB of memory. */
export const maxWaitingRequests = 32;

// Headers

export const maxHeaderBytes = 8 * 1024;
export const headersTimeoutMs = 10_000;
/** Length of the longest host name (RFC 1035, 2.3.4), with a port. */
export const maxHostLength = 261;

// Bodies

/** Timeout of a request with its headers: the longest body must arrive at 2 KB/s or faster. */
export const requestTimeoutMs = 30_000;
export const maxBodyBytes = 64 * 1024;
/** Maximum of all bodies that are arriving. Above it, the one that began first is rejected. */
export const maxArrivingBytes = 8 * 1024 * 1024;
/** A body counts at least this much, because its connection takes memory, too. */
export const minCountedBytes = 8 * 1024;
/** Chunks of a body. A network delivers the largest body in some hundred at most. */
export const maxChunks = 1000;
/** Time for which the rest of a body that is too large is read: a client that sends reads no response. */
export const lingerMs = 500;

/**
 * Maximum of the confirmation of an action link. Exceeds each valid one: 2,300 UTF-16 code units, each of
 * up to nine bytes in percent-encoding. Parsing 64 KiB costs two or three cached pages.
 */
export const maxConfirmationBytes = 24 * 1024;

// Contents

/** Exceeds the number of fields of each form. To parse 64 kB of `a&` takes 10 ms. */
export const maxFormFields = 40;
/** An inquiry is one object of texts, and callers may send more than its fields. 64 kB of `[` take 20 ms. */
export const maxJsonDepth = 8;
/** Members of an object, about. To read one of 10,000 members takes 20 ms. */
export const maxJsonCommas = 100;
/** Texts, brackets and commas, of which an inquiry has 42. Bounds the work to count levels and members. */
export const maxJsonTokens = 1000;

// Rates: RATE_LIMIT sets how many inquiries a network may send in a time

/** Limit of a network with smaller ones in it, as a multiple of theirs. */
export const widerNetworkFactor = 4;
/** Limit of all networks together, as a multiple of one network's. */
export const overallFactor = 30;
/** Networks and limits that are counted: each takes memory. */
export const maxCountedWindows = 200_000;

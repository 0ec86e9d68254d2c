/**
 * Limits of requests, of which strangers can send any number. docs/decisions/0015-http-hardening.md
 * gives the reasons.
 */

// Connections

/**
 * Less than the limit of open files that `deploy/website.service` sets, and that containers have.
 */
export const maxConnections = 10_000;
/** More than the 60 s of common proxies, so that they never reuse a connection that is closing. */
export const keepAliveTimeoutMs = 65_000;
/** Timeout of a client that does not read its response. */
export const idleTimeoutMs = 30_000;
/**
 * Maximum number of requests that wait on a connection behind the current one. Each takes about
 * 2 KB of memory.
 */
export const maxWaitingRequests = 32;

// Headers

export const maxHeaderBytes = 8 * 1024;
export const headersTimeoutMs = 10_000;
/** Length of the longest host name (RFC 1035, 2.3.4) with a port. */
export const maxHostLength = 261;

// Bodies

/** Timeout of a request including its headers. The longest body must arrive at 2 KB/s or faster. */
export const requestTimeoutMs = 30_000;
export const maxBodyBytes = 64 * 1024;
/** Maximum total size of arriving bodies. Above it, the one that began first is rejected. */
export const maxArrivingBytes = 8 * 1024 * 1024;
/** Minimum that a body counts, because its connection takes memory, too. */
export const minCountedBytes = 8 * 1024;
/**
 * Maximum number of chunks of a body. A network delivers the largest body in a few hundred at most.
 */
export const maxChunks = 1000;
/**
 * Time for which the rest of a body that is too large is read, because a client that is sending
 * reads no response.
 */
export const lingerMs = 500;

/**
 * Maximum size of the confirmation of an action link. Exceeds every valid one: 2,300 UTF-16 code
 * units, each of up to nine bytes in percent-encoding. Parsing 64 KiB costs as much as two or three
 * cached pages.
 */
export const maxConfirmationBytes = 24 * 1024;

// Contents

/** Maximum number of fields, more than any form has. Parsing 64 kB of `a&` takes 10 ms. */
export const maxFormFields = 40;
/**
 * Maximum nesting. An inquiry is one object of strings; callers may send more than its fields.
 * Parsing 64 kB of `[` takes 20 ms.
 */
export const maxJsonDepth = 8;
/**
 * Maximum number of commas, which bounds the members of objects. Reading an object of 10,000
 * members takes 20 ms.
 */
export const maxJsonCommas = 100;
/**
 * Maximum number of strings, brackets and commas, of which an inquiry has 42. Bounds the work of
 * counting levels and members.
 */
export const maxJsonTokens = 1000;

// Rates: RATE_LIMIT sets the number of inquiries that a network may send in a period

/** Limit of a network that contains smaller ones, as a multiple of theirs. */
export const widerNetworkFactor = 4;
/** Limit of all networks together, as a multiple of one network's. */
export const overallFactor = 30;
/** Maximum number of windows, one for each network and limit, because each takes memory. */
export const maxCountedWindows = 200_000;

import { connect } from 'node:net';

export interface RawAnswer {
  /** Everything that came back. */
  text: string;
  /** The status of each answer in it. */
  statuses: number[];
  /** Whether the server closed the connection, or reset it, within the time. */
  isClosed: boolean;
}

export interface RawRequestOptions {
  waitMs?: number;
  isComplete?: (text: string) => boolean;
  /** Sends nothing after these bytes, and says so. */
  end?: boolean;
}

const statusLine = /HTTP\/1\.1 (\d{3}) /g;

/** The status of each answer that came on one connection. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(statusLine)].map(([, status]) => Number(status));

/**
 * Writes these bytes to a server, for what no client library would send. Waits until the server
 * closes the connection, until `isComplete`, or for `waitMs`.
 */
export function rawRequest(
  url: string,
  bytes: string | Buffer,
  { waitMs = 4000, isComplete = () => false, end = false }: RawRequestOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let text = '';
    const timer = setTimeout(() => finish(false), waitMs);
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += String(chunk);
      if (isComplete(text)) finish(false);
    });
    // A reset after the refusal of a body that was still being sent is a close, too.
    socket.on('error', () => undefined);
    socket.on('close', () => finish(true));
    socket.write(bytes, 'latin1');
    if (end) socket.end();

    function finish(isClosed: boolean) {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, statuses: statusesIn(text), isClosed });
    }
  });
}

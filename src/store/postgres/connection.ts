import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

/** A connection to PostgreSQL, which one holder uses at a time. */
export interface Connection {
  client: Client;
  /** Monotonic time (`performance.now()`) at which the connection was requested. */
  requestedMs: number;
  /** Warnings of the server since the holder last emptied the list. */
  warnings: string[];
  /** True if no statement may use it: its socket is closed, or it was discarded. */
  isLost: boolean;
  /** Ends the session, and closes the socket within `closeMs`. */
  close(): void;
  /** Resolves once the socket is closed. */
  closed: Promise<void>;
}

/** Shorter than the time for which a caller of the pool waits for another connection. */
const closeMs = 1000;

/** Opens a connection. Throws the error of the driver. */
export async function openConnection(config: ClientConfig): Promise<Connection> {
  const socket = new Socket();
  const client = new Client({ ...config, stream: () => socket });
  const connection: Connection = {
    client,
    requestedMs: performance.now(),
    warnings: [],
    isLost: false,
    close() {
      connection.isLost = true;
      client.end().catch(() => undefined);
      setTimeout(() => socket.destroy(), closeMs).unref();
    },
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  };
  client.on('error', () => connection.close());
  client.on('notice', ({ code, message = '' }) => {
    // A notice that is not a warning has the code of success.
    if (code !== '00000') connection.warnings.push(message);
  });
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return connection;
}

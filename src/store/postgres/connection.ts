import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

/** A connection to PostgreSQL, which its holder uses alone. */
export interface Connection {
  client: Client;
  /** Time of `performance.now()`. */
  requestedAt: number;
  /** Warnings of the server since the holder last emptied the list. */
  warnings: string[];
  /** No statement may use it: its socket is closed, or it was discarded. */
  isLost: boolean;
  /** Ends the session, and closes the socket within `closeMs`. */
  close(): void;
  /** Resolves once the socket is closed. */
  closed: Promise<void>;
}

/** Shorter than callers of the pool wait for another connection. */
const closeMs = 1000;

/** Opens a connection. Throws the error of the driver. */
export async function openConnection(config: ClientConfig): Promise<Connection> {
  const socket = new Socket();
  const client = new Client({ ...config, stream: () => socket });
  const connection: Connection = {
    client,
    requestedAt: performance.now(),
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
    // A notice that is no warning has the code of success.
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

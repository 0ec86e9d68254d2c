import { connect } from 'node:net';
import type { Client } from 'pg';

/** Properties of a client that `@types/pg` lacks. */
interface BackendKey {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
}

/**
 * Cancels the running statement of a connection, over another connection to the server. A
 * CancelRequest needs no login: https://www.postgresql.org/docs/current/protocol-flow.html
 */
export function cancelStatement(client: Client, timeoutMs: number) {
  const { host, port, processID, secretKey } = client as unknown as BackendKey;
  const message = Buffer.alloc(16);
  for (const [index, value] of [message.length, 80_877_102, processID, secretKey].entries())
    message.writeInt32BE(value | 0, index * 4);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(timeoutMs, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.on('connect', () => socket.end(message));
  socket.resume();
}

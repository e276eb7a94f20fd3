import type { Socket } from 'node:net';

/** How long a client may take to read why it was refused, before its connection is cut. */
export const LINGER_MS = 1000;

/**
 * Ends a connection whose client may still be sending. Cut at once, the bytes under way would make its system throw the
 * answer away; never cut, a client that ends nothing would keep it open.
 */
export function endWithin(socket: Socket, lingerMs: number): void {
  if (socket.destroyed) return;
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

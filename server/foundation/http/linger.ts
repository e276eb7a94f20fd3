import type { Socket } from 'node:net';

/** How long a refused client may take to read the answer before its connection is cut. */
export const LINGER_MS = 1000;

/**
 * Ends a connection whose client may still be sending. If it were cut at once, the unread bytes would make the client's
 * system discard the answer; if never, a client could keep it open for ever.
 */
export function endWithin(socket: Socket, lingerMs: number): void {
  if (socket.destroyed) return;
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

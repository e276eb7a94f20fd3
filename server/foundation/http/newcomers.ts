import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long, in ms, work that can wait is held back while clients connect. */
const MOST_MS = 500;
/** While clients connect in every turn of the event loop, one is let in per this many turns. */
const TURNS_EACH = 4;
/** How many are let in per turn while nobody else connects. */
const AT_ONCE = 32;

/** New connections to a server. */
export interface Newcomers {
  /**
   * Resolves after a turn of the event loop in which no connection was waiting and none arrived, or after half a
   * second.
   */
  settled(): Promise<void>;
}

interface Parts {
  /** Connections with the same key are let in one after another. */
  keyOf(socket: Socket): string;
  /** From now on its data is read. */
  onLetIn(socket: Socket): void;
}

/**
 * Node accepts one connection per turn of its event loop. When turns are long, clients queue in the system, where
 * nobody can tell them to retry later; and once that queue is full, each waits for a second. So connections are
 * accepted first and read later, one address after another.
 */
export function receiveNewcomers(server: Server, { keyOf, onLetIn }: Parts): Newcomers {
  const serve = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  Object.assign(server, { pauseOnConnect: true }); // an option of `net.Server` that `http.Server` does not pass on
  /** By key; the first entry is next in turn, because a map keeps insertion order. */
  const waiting = new Map<string, Socket[]>();
  let count = 0;
  let arrived = 0;
  let arrivedBefore = 0;
  let turns = 0;

  server.on('connection', (socket) => {
    arrived++;
    const key = keyOf(socket);
    const ofSame = waiting.get(key);
    if (ofSame) ofSame.push(socket);
    else waiting.set(key, [socket]);
    if (count++ === 0) setImmediate(turn);
  });

  function turn(): void {
    const areMoreOutside = arrived !== arrivedBefore;
    arrivedBefore = arrived;
    if (!areMoreOutside) for (let n = 0; n < AT_ONCE; n++) letNextIn();
    else if (++turns % TURNS_EACH === 0) letNextIn();
    if (count > 0) setImmediate(turn); // keeps the loop from idling until we have looked again
  }

  function letNextIn(): void {
    const [next] = waiting;
    if (next === undefined) return;
    const [key, ofSame] = next;
    const socket = ofSame.shift()!;
    count--;
    waiting.delete(key);
    if (ofSame.length > 0) waiting.set(key, ofSame);
    if (socket.destroyed) return;
    for (const listener of serve) listener.call(server, socket);
    socket.resume();
    onLetIn(socket);
  }

  return {
    async settled() {
      const until = performance.now() + MOST_MS;
      let isCalm;
      do {
        const before = arrived;
        isCalm = count === 0;
        await turnOfLoop();
        isCalm &&= arrived === before;
      } while (!isCalm && performance.now() < until);
    },
  };
}

/** A turn accepts connections and reads data; `setImmediate` callbacks run after both. */
const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

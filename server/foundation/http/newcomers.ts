import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** For so long, in ms, work that can wait stands behind those who connect. */
const MOST_MS = 500;
/** While others connect in every turn of the event loop, so many turns go by for each who is let in. */
const TURNS_EACH = 4;
/** So many are let in in a turn when nobody else connects. */
const AT_ONCE = 32;

/** Those who connect to a server. */
export interface Newcomers {
  /** Resolves when nobody was waiting and nobody has connected in a turn of the event loop, or after half a second. */
  settled(): Promise<void>;
}

interface Parts {
  /** Whose connections are let in one after the other. */
  keyOf(socket: Socket): string;
  /** From now on what they send is read. */
  onLetIn(socket: Socket): void;
}

/**
 * Node takes one connection in each turn of its event loop. When turns are long, those who connect stand outside, where
 * nobody tells them to come again; and where the system has no room for more of them, it lets each wait for a second.
 * So connections are taken first and read later, each address in its turn.
 */
export function receiveNewcomers(server: Server, { keyOf, onLetIn }: Parts): Newcomers {
  const serve = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  Object.assign(server, { pauseOnConnect: true }); // an option of `net.Server` that `http.Server` does not pass on
  /** By whose they are; the first is the next in turn, for a map keeps the order in which its keys came. */
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
    if (count > 0) setImmediate(turn); // so that the loop does not rest before it has looked again
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

/** A turn takes who connects and reads what was sent; what was set to be done immediately comes behind both. */
const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

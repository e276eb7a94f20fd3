import { expect } from 'chai';
import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import type { ServerEvent } from '../../contract/events.ts';
import { keepEventStream, type ConnectionState } from '../../desktop/eventStream.ts';
import { until } from '../support/until.ts';

const RUNS = Number(process.env['EVENT_RUNS'] ?? 100);

/** One connection: what the server writes, how it arrives, and how it ends. */
interface Connection {
  events: ServerEvent[];
  lineEnd: '\n' | '\r\n';
  /** How many bytes arrive, as a part of all. */
  arriving: number;
  /** Where the bytes are split. */
  pieces: number[];
  end: 'closed' | 'cut' | 'offline' | 'refused';
}

const event: fc.Arbitrary<ServerEvent> = fc.oneof(
  fc.record({ event: fc.constant('heartbeat' as const), data: fc.record({ inbox: fc.string() }) }),
  fc.record({
    event: fc.constant('notification_changed' as const),
    data: fc.record({ id: fc.string({ unit: 'binary' }) }),
  }),
  fc.record({ event: fc.constant('bye' as const), data: fc.record({ reconnectInMs: fc.nat(5000) }) }),
);
const connection: fc.Arbitrary<Connection> = fc.record({
  events: fc.array(event, { maxLength: 6 }),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  arriving: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  pieces: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
  end: fc.constantFrom('closed', 'cut', 'offline', 'refused'),
});

const written = ({ event: name, data }: ServerEvent, id: number, lineEnd: string): Buffer =>
  Buffer.from([`id: ${id}`, `event: ${name}`, `data: ${JSON.stringify(data)}`, '', ''].join(lineEnd));

/** The bytes that arrive, and the events that are whole in them. */
function arrivingOf({ events, lineEnd, arriving }: Connection): { bytes: Buffer; whole: ServerEvent[] } {
  const all = events.map((each, n) => written(each, n + 1, lineEnd));
  const bytes = Buffer.concat(all);
  const sent = bytes.subarray(0, Math.round(arriving * bytes.length));
  const ends = all.map((_, n) => Buffer.concat(all.slice(0, n + 1)).length);
  return { bytes: sent, whole: events.filter((_, n) => ends[n]! <= sent.length) };
}

function piecesOf(bytes: Buffer, at: number[]): Uint8Array[] {
  const cuts = [
    0,
    ...at.map((part) => Math.round(part * bytes.length)).sort((one, other) => one - other),
    bytes.length,
  ];
  return cuts.slice(1).map((to, n) => new Uint8Array(bytes.subarray(cuts[n], to)));
}

/** A network that is lost and found at a test's word. */
class TestNetwork {
  isThere = true;
  online = (): void => undefined;
  offline = (): void => undefined;
  isOnline = () => this.isThere;
  listen(online: () => void, offline: () => void) {
    [this.online, this.offline] = [online, offline];
    return () => ([this.online, this.offline] = [() => undefined, () => undefined]);
  }
}

async function live(connections: Connection[], stopAfter: number) {
  const network = new TestNetwork();
  const [heard, states]: [ServerEvent[], ConnectionState[]] = [[], []];
  const signals: AbortSignal[] = [];
  /** What came after the end. */
  const late: string[] = [];
  let stop = (): void => undefined;
  let isStopped = false;
  const left = [...connections];
  let arrived = 0;

  async function connect(signal: AbortSignal): Promise<Response> {
    signals.push(signal);
    const next = left.shift();
    if (!next) return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    if (next.end === 'refused') throw new Error('refused');
    const pieces = piecesOf(arrivingOf(next).bytes, next.pieces);
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(to) {
        await turn();
        const piece = pieces.shift();
        if (piece) return piece.length > 0 ? to.enqueue(piece as Uint8Array<ArrayBuffer>) : this.pull!(to);
        for (let n = 0; n < 5; n++) await turn(); // everything is heard before
        if (next.end === 'offline') network.offline();
        if (next.end === 'closed') return to.close();
        to.error(new Error('cut'));
      },
    });
    return new Response(body);
  }
  stop = keepEventStream({
    network,
    connect,
    onEvent(each) {
      if (isStopped) late.push(each.event);
      heard.push(each);
      if (++arrived !== stopAfter) return;
      isStopped = true;
      stop();
    },
    onState(state) {
      if (isStopped) late.push(state);
      states.push(state);
    },
  });
  await until(() => {
    network.online();
    return isStopped || (left.length === 0 && signals.length > connections.length);
  });
  if (!isStopped) stop();
  isStopped = true;
  for (let n = 0; n < 5; n++) await turn();
  return { heard, states, signals, late };
}

describe('the reader of the event stream', function () {
  this.timeout(600_000);
  it('hears every whole event once and in order, however often and wherever the stream is cut', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(connection, { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        async (connections, stopAfter) => {
          const { heard, states, signals, late } = await live(connections, stopAfter);
          const wanted = connections.flatMap((each) => (each.end === 'refused' ? [] : arrivingOf(each).whole));
          const told = wanted.filter((each) => each.event !== 'bye');
          expect(late).to.deep.equal([]);
          expect(heard).to.deep.equal(told.slice(0, stopAfter));
          expect(states[0]).to.equal('connecting');
          expect(
            signals.every(({ aborted }) => aborted),
            'every connection is given up',
          ).to.equal(true);
        },
      ),
      { numRuns: RUNS },
    ));
});

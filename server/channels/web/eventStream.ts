import type { Knex } from 'knex';
import type { ServerEvent } from '../../../contract/events.ts';
import type { Signals } from '../../foundation/database/signals.ts';
import { inboxStates } from '../../requests/inboxStates.ts';
import { createLookUps, tellTyped, type Tell } from './eventLookups.ts';

/** One open stream of one person. */
export interface Stream {
  person: string;
  send(event: ServerEvent): void;
  /** The server stops: ends the stream, with a hint when to reconnect. */
  bye(reconnectInMs: number): void;
}

export interface EventStreams {
  open(stream: Stream): () => void;
  /** Sends every stream a heartbeat with the version of its person's inbox. */
  heartbeat(): Promise<void>;
  /** The number of open streams, of everybody or of one person. */
  count(person?: string): number;
  /** Ends all streams, each with its own reconnect time, so that clients do not all come back at once. */
  close(): void;
}

/** Clients of a stopping server reconnect within this time, in ms: another server can take some thousands in it. */
const COME_BACK_MS = { first: 200, last: 5000 };

const reconnectInMs = () => Math.round(COME_BACK_MS.first + Math.random() * (COME_BACK_MS.last - COME_BACK_MS.first));

/** People who connect within this many ms get their first heartbeat together. */
const GREET_MS = 20;
/** During very many changes a person is notified at most this often. */
const FLOOD_MS = 1000;
/** Inboxes read by one statement. */
const BEATS_AT_ONCE = 1000;
/** How many people read everything again together: all of them at once would be a flood. */
const MISSED = { people: 100, everyMs: 25 };

interface Parts {
  reader: Knex;
  signals: Signals;
  now(): number;
  report(error: unknown): void;
}

/**
 * Turns signals into events on the streams of the people they concern. Looks up only people connected here, and nothing
 * if nobody is.
 */
export function createEventStreams({ reader, signals, now, report }: Parts): EventStreams {
  const streams = new Map<string, Set<Stream>>();
  let total = 0;
  let isClosed = false;

  const unsubscribe = signals.subscribe({
    changed(topic, ids) {
      if (streams.size === 0 || topic === 'delivery') return;
      if (topic === 'typed') return tellTyped(ids, tell); // needs no look-up, and the order matters
      lookUps.add(topic, ids);
    },
    mayHaveMissed() {
      void heartbeat().catch(report);
      tellMissed();
    },
  });

  function tell(person: string, event: ServerEvent): void {
    for (const stream of streams.get(person) ?? []) stream.send(event);
  }

  const beats = createBeats({ reader, now, report, tell });
  const missed = createMissed(tell);
  const people = () => [...streams.keys()];
  const heartbeat = () => beats.beat(people());
  const tellMissed = () => missed.add(people());
  const lookUps = createLookUps({ reader, now, people, tell, tellInbox: beats.tellSoon, tellMissed, report });

  return {
    open(stream) {
      if (isClosed) stream.bye(reconnectInMs());
      const own = streams.get(stream.person) ?? new Set();
      streams.set(stream.person, own);
      own.add(stream);
      total++;
      if (!isClosed) beats.greet(stream.person);
      return () => {
        if (own.delete(stream)) total--;
        if (own.size === 0) streams.delete(stream.person);
      };
    },
    heartbeat,
    count: (person) => (person === undefined ? total : (streams.get(person)?.size ?? 0)),
    close() {
      unsubscribe();
      isClosed = true;
      lookUps.close();
      beats.close();
      missed.close();
      for (const own of streams.values()) for (const stream of own) stream.bye(reconnectInMs());
    },
  };
}

interface BeatParts {
  reader: Knex;
  now(): number;
  report(error: unknown): void;
  tell: Tell;
}

/** Sends people the version of their inboxes; requests close together share a look-up. */
function createBeats({ reader, now, report, tell }: BeatParts) {
  async function beat(people: string[]): Promise<void> {
    for (let start = 0; start < people.length; start += BEATS_AT_ONCE) {
      const states = await inboxStates(reader, people.slice(start, start + BEATS_AT_ONCE), now());
      for (const { person, version } of states.values()) tell(person, { event: 'heartbeat', data: { inbox: version } });
    }
  }

  const beatAll = (people: string[]) => void beat(people).catch(report);
  const newcomers = collected(GREET_MS, beatAll);
  const changed = collected(FLOOD_MS, beatAll);

  return {
    beat,
    greet: newcomers.add,
    tellSoon: changed.add,
    close() {
      newcomers.clear();
      changed.clear();
    },
  };
}

/** Tells clients that they may have missed changes: people after people, and each at most once per `FLOOD_MS`. */
function createMissed(tell: Tell) {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const begin = collected(FLOOD_MS, (people) => {
    for (const person of people) waiting.add(person);
    timer ??= setTimeout(tellSome);
  });

  function tellSome(): void {
    for (const person of [...waiting].slice(0, MISSED.people)) {
      waiting.delete(person);
      tell(person, { event: 'changes_missed', data: {} });
    }
    timer = waiting.size > 0 ? setTimeout(tellSome, MISSED.everyMs) : undefined;
  }

  return {
    add: (people: string[]) => people.forEach(begin.add),
    close() {
      begin.clear();
      clearTimeout(timer);
    },
  };
}

/** Collects people for this many ms from the first one, each once. */
function collected(ms: number, handle: (people: string[]) => void) {
  const people = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function perform(): void {
    timer = undefined;
    const all = [...people];
    people.clear();
    handle(all);
  }

  return {
    add(person: string): void {
      people.add(person);
      timer ??= setTimeout(perform, ms);
    },
    clear: () => clearTimeout(timer),
  };
}

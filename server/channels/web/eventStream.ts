import type { Knex } from 'knex';
import type { ServerEvent } from '../../../contract/events.ts';
import type { Signals, Topic } from '../../foundation/database/signals.ts';
import { among } from '../../foundation/database/rows.ts';
import { readTyped } from '../../chats/typing.ts';
import { inboxStates } from '../../requests/inboxStates.ts';
import { withConcernedPeople } from '../../requests/namedRequests.ts';
import { raisedEvent, updatedEvent } from '../../requests/presenterRules.ts';

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

/** Signals within this many ms are looked up together. */
const COLLECT_MS = 20;
/** During very many changes a person is notified at most this often. */
const FLOOD_MS = 1000;
/** Inboxes read by one statement. */
const BEATS_AT_ONCE = 1000;

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
  const pending = new Map<Topic, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let total = 0;
  let isClosed = false;

  const unsubscribe = signals.subscribe({
    changed(topic, ids) {
      if (streams.size === 0 || topic === 'delivery') return;
      if (topic === 'typed') return tellTyped(ids, tell); // needs no look-up, and the order matters
      const waiting = pending.get(topic) ?? new Set();
      pending.set(topic, waiting);
      for (const id of ids) waiting.add(id);
      timer ??= setTimeout(() => void flush().catch(report), COLLECT_MS);
    },
    mayHaveMissed: () => void heartbeat().catch(report),
  });

  async function flush(): Promise<void> {
    timer = undefined;
    const topics = [...pending];
    pending.clear();
    const parts = { reader, now, tellInbox: beats.tellSoon };
    for (const [topic, ids] of topics) await LOOKUPS[topic]?.(parts, [...ids], [...streams.keys()], tell);
  }

  function tell(person: string, event: ServerEvent): void {
    for (const stream of streams.get(person) ?? []) stream.send(event);
  }

  const beats = createBeats({ reader, now, report, tell });
  const heartbeat = () => beats.beat([...streams.keys()]);

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
      clearTimeout(timer);
      isClosed = true;
      beats.close();
      for (const own of streams.values()) for (const stream of own) stream.bye(reconnectInMs());
    },
  };
}

type Tell = (person: string, event: ServerEvent) => void;

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
  const newcomers = collected(COLLECT_MS, beatAll);
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

/** Collects people for this many ms from the first one, each once. */
function collected(ms: number, deed: (people: string[]) => void) {
  const people = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function perform(): void {
    timer = undefined;
    const all = [...people];
    people.clear();
    deed(all);
  }

  return {
    add(person: string): void {
      people.add(person);
      timer ??= setTimeout(perform, ms);
    },
    clear: () => clearTimeout(timer),
  };
}

interface LookupParts extends Pick<Parts, 'reader' | 'now'> {
  /** Sends a person the current version of their inbox: a client with another version reads it again. */
  tellInbox(person: string): void;
}

type Lookup = (parts: LookupParts, ids: string[], people: string[], tell: Tell) => Promise<void>;

/** Up to this many changed assignments are sent one by one; with more, only that the inbox has changed. */
const MOST_ASSIGNMENTS_TOLD = 100;

function tellTyped(signals: string[], tell: Tell): void {
  for (const signal of signals) {
    const { person, ...data } = readTyped(signal);
    tell(person, { event: 'message_delta', data });
  }
}

/** The events for each topic, and their recipients. */
const LOOKUPS: Partial<Record<Topic, Lookup>> = {
  /** A person's id: they have read something in their inbox. */
  async notification(_parts, ids, people, tell) {
    for (const id of ids) if (people.includes(id)) tell(id, { event: 'notification_changed', data: { id } });
  },

  /** `{chatId}/{person}`, and the log if it is not the person's own */
  async message(_parts, ids, people, tell) {
    for (const id of ids) {
      const [chatId, person, logId = null] = id.split('/') as [string, string, string?];
      if (people.includes(person)) tell(person, { event: 'message_added', data: { chatId, logId } });
    }
  },

  /**
   * An assignment: notifies its assignee and its sender. A sender's stream cannot hold the changes of ten thousand
   * assignments.
   */
  async assignment({ reader, tellInbox }, ids, people, tell) {
    const rows: { id: string; person: string; creator_id: string }[] = await reader('assignments')
      .where(among(reader, 'id', ids))
      .select('id', 'person', 'creator_id');
    const changed = new Map(people.map((person) => [person, [] as string[]]));
    for (const { id, person, creator_id: sender } of rows)
      for (const each of new Set([person, sender])) changed.get(each)?.push(id);
    for (const [person, own] of changed) {
      if (own.length > MOST_ASSIGNMENTS_TOLD) tellInbox(person);
      else for (const id of own) tell(person, { event: 'assignment_changed', data: { id } });
    }
  },

  async execution({ reader }, ids, people, tell) {
    const rows = await reader('executions')
      .whereIn('id', ids)
      .where(among(reader, 'started_by', people))
      .select('id', 'status', 'started_by');
    for (const { id, status, started_by: person } of rows)
      tell(person, { event: 'execution_changed', data: { executionId: id, status } });
  },

  async raised({ reader }, ids, people, tell) {
    for (const { person, ...request } of await withConcernedPeople(reader, ids, people))
      tell(person, raisedEvent(request));
  },

  async request({ reader, now }, ids, people, tell) {
    for (const { person, ...request } of await withConcernedPeople(reader, ids, people))
      tell(person, updatedEvent(request, now()));
  },
};

import type { Knex } from 'knex';
import type { ServerEvent } from '../../../contract/events.ts';
import { readTyped } from '../../chats/typing.ts';
import { among } from '../../foundation/database/rows.ts';
import type { Topic } from '../../foundation/database/signals.ts';
import { withConcernedPeople } from '../../requests/namedRequests.ts';
import { raisedEvent, updatedEvent } from '../../requests/presenterRules.ts';

/** Sends an event on all streams of a person. */
export type Tell = (person: string, event: ServerEvent) => void;

/** Signals within this many ms are looked up together. */
const COLLECT_MS = 20;
/** When what was looked up in vain is looked up again. */
const AGAIN_MS = 1000;
/** With more ids of one topic than this, all clients read everything again instead. */
const MOST_LOOKED_UP_AGAIN = 10_000;

interface LookUpsParts extends LookupParts {
  /** Those who are connected here. */
  people(): string[];
  tell: Tell;
  /** Tells all of them that they may have missed something. */
  tellMissed(): void;
  report(error: unknown): void;
}

/** Turns what has changed into events, and looks up again what the database could not say. */
export function createLookUps(parts: LookUpsParts) {
  const { people, tell, tellMissed, report } = parts;
  const soon = gathering(COLLECT_MS, lookUp);
  const later = gathering(AGAIN_MS, (topic, ids) => soon.add(topic, ids));

  function lookUp(topic: Topic, ids: string[]): void {
    void LOOKUPS[topic]?.(parts, ids, people(), tell).catch((error: unknown) => {
      report(error);
      later.add(topic, ids);
      if (later.count(topic) <= MOST_LOOKED_UP_AGAIN) return;
      later.drop(topic);
      tellMissed();
    });
  }

  return {
    add: soon.add,
    close() {
      soon.close();
      later.close();
    },
  };
}

/** Collects ids for this many ms from the first one, each once. */
function gathering(ms: number, handle: (topic: Topic, ids: string[]) => void) {
  const gathered = new Map<Topic, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function perform(): void {
    timer = undefined;
    const all = [...gathered];
    gathered.clear();
    for (const [topic, ids] of all) handle(topic, [...ids]);
  }

  return {
    add(topic: Topic, ids: string[]): void {
      if (isClosed) return;
      const waiting = gathered.get(topic) ?? new Set();
      gathered.set(topic, waiting);
      for (const id of ids) waiting.add(id);
      timer ??= setTimeout(perform, ms);
    },
    count: (topic: Topic): number => gathered.get(topic)?.size ?? 0,
    drop: (topic: Topic) => gathered.delete(topic),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

interface LookupParts {
  reader: Knex;
  now(): number;
  /** Sends a person the current version of their inbox: a client with another version reads it again. */
  tellInbox(person: string): void;
}

type Lookup = (parts: LookupParts, ids: string[], people: string[], tell: Tell) => Promise<void>;

/** Up to this many changed assignments are sent one by one; with more, only that the inbox has changed. */
const MOST_ASSIGNMENTS_TOLD = 100;

export function tellTyped(signals: string[], tell: Tell): void {
  for (const signal of signals) {
    const { person, ...data } = readTyped(signal);
    tell(person, { event: 'message_delta', data });
  }
}

/** The events for each topic, and their recipients. */
const LOOKUPS: Partial<Record<Topic, Lookup>> = {
  /** A person's id: they have read something in their inbox. */
  async notification(_parts, ids, _people, tell) {
    for (const id of ids) tell(id, { event: 'notification_changed', data: { id } });
  },

  /** `{chatId}/{person}`, and the log if it is not the person's own */
  async message(_parts, ids, _people, tell) {
    for (const id of ids) {
      const [chatId, person, logId = null] = id.split('/') as [string, string, string?];
      tell(person, { event: 'message_added', data: { chatId, logId } });
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

  /** A message about this subject has failed for good: whoever asked or assigned it sees who was not reached. */
  async undelivered(parts, ids, people, tell) {
    const { reader } = parts;
    const [executions, assignments]: [string[], string[]] = await Promise.all([
      reader('requests')
        .where(among(reader, 'id', ids))
        .pluck('execution_id'),
      reader('assignment_notices')
        .whereNotNull('assignment_id')
        .where((notice) => void notice.where(among(reader, 'id', ids)).orWhere(among(reader, 'digest_id', ids)))
        .pluck('assignment_id'),
    ]);
    await LOOKUPS.execution!(parts, executions, people, tell);
    await LOOKUPS.assignment!(parts, assignments, people, tell);
  },
};

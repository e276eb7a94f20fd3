import type { Knex } from 'knex';
import type { ServerEvent } from '../../../contract/events.ts';
import type { Signals, Topic } from '../../foundation/database/signals.ts';
import { among, toIso } from '../../foundation/database/rows.ts';
import { readTyped } from '../../chats/typing.ts';
import { inboxVersion } from '../../requests/inboxStore.ts';

/** One open stream of one person. */
export interface Stream {
  person: string;
  send(event: ServerEvent): void;
  end(): void;
}

export interface EventStreams {
  open(stream: Stream): () => void;
  /** Tells every stream that the server lives, and which state of the inbox it knows. */
  heartbeat(): Promise<void>;
  /** How many are open, of everybody or of one person. */
  count(person?: string): number;
  close(): void;
}

/** Signals that arrive within so many ms are looked up together. */
const COLLECT_MS = 20;

/**
 * From signals to the streams of the people they concern. Only people connected here are looked up, and nothing is when
 * nobody is connected.
 */
export function createEventStreams({
  reader,
  signals,
  report,
}: {
  reader: Knex;
  signals: Signals;
  report(error: unknown): void;
}): EventStreams {
  const streams = new Map<string, Set<Stream>>();
  const pending = new Map<Topic, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let total = 0;

  const unsubscribe = signals.subscribe({
    changed(topic, ids) {
      if (streams.size === 0 || topic === 'delivery') return;
      if (topic === 'typed') return tellTyped(ids, tell); // there is nothing to look up, and the order counts
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
    for (const [topic, ids] of topics) await LOOKUPS[topic]?.(reader, [...ids], [...streams.keys()], tell);
  }

  function tell(person: string, event: ServerEvent): void {
    for (const stream of streams.get(person) ?? []) stream.send(event);
  }

  async function heartbeat(): Promise<void> {
    for (const person of [...streams.keys()]) await beat(person);
  }

  async function beat(person: string): Promise<void> {
    tell(person, { event: 'heartbeat', data: { inbox: await inboxVersion(reader, person) } });
  }

  return {
    open(stream) {
      const own = streams.get(stream.person) ?? new Set();
      streams.set(stream.person, own);
      own.add(stream);
      total++;
      void beat(stream.person).catch(report);
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
      for (const own of streams.values()) for (const stream of own) stream.end();
    },
  };
}

type Tell = (person: string, event: ServerEvent) => void;
type Lookup = (reader: Knex, ids: string[], people: string[], tell: Tell) => Promise<void>;

function tellTyped(signals: string[], tell: Tell): void {
  for (const signal of signals) {
    const { person, ...data } = readTyped(signal);
    tell(person, { event: 'message_delta', data });
  }
}

/** What each topic tells whom. */
const LOOKUPS: Partial<Record<Topic, Lookup>> = {
  /** A person's id: something in the own inbox was read. */
  async notification(_reader, ids, people, tell) {
    for (const id of ids) if (people.includes(id)) tell(id, { event: 'notification_changed', data: { id } });
  },

  /** `{chatId}/{person}` */
  async message(_reader, ids, people, tell) {
    for (const id of ids) {
      const [chatId, person] = id.split('/') as [string, string];
      if (people.includes(person)) tell(person, { event: 'message_added', data: { chatId } });
    }
  },

  async execution(reader, ids, people, tell) {
    const rows = await reader('executions')
      .whereIn('id', ids)
      .where(among(reader, 'started_by', people))
      .select('id', 'status', 'started_by');
    for (const { id, status, started_by: person } of rows)
      tell(person, { event: 'execution_changed', data: { executionId: id, status } });
  },

  async raised(reader, ids, people, tell) {
    for (const { person, ...row } of await concerned(reader, ids, people))
      tell(person, {
        event: 'human_input_required',
        data: {
          requestId: row.id,
          executionId: row.execution_id,
          nodeId: row.visit_key,
          chatId: row.chat_id,
          promptTemplateId: row.template_id,
          expiresAt: toIso(row.expires_at),
        },
      });
  },

  async request(reader, ids, people, tell) {
    for (const { person, id: requestId, execution_id: executionId, status } of await concerned(reader, ids, people))
      tell(person, { event: 'request_updated', data: { requestId, executionId, status } });
  },
};

interface ConcernedRow {
  id: string;
  execution_id: string;
  visit_key: string;
  status: string;
  template_id: string;
  expires_at: number;
  chat_id: string | null;
  person: string;
}

/** Requests with those of these people who are asked, or who started the execution; each once. */
async function concerned(reader: Knex, ids: string[], people: string[]): Promise<ConcernedRow[]> {
  const columns = [
    'requests.id',
    'execution_id',
    'visit_key',
    'requests.status',
    'template_id',
    'requests.expires_at',
    'chat_id',
  ];
  const requests = () =>
    reader('requests').join('executions', 'executions.id', 'requests.execution_id').whereIn('requests.id', ids);
  const asked = requests()
    .join('notifications', 'notifications.subject_id', 'requests.id')
    .where(among(reader, 'notifications.person', people))
    .select(...columns, 'notifications.person as person');
  const started = requests()
    .where(among(reader, 'requests.started_by', people))
    .select(...columns, 'requests.started_by as person');
  return asked.union(started);
}

import type { Knex } from 'knex';
import type { ServerEvent } from '../../../contract/events.ts';
import type { Signals, Topic } from '../../foundation/database/signals.ts';
import { toIso } from '../../foundation/database/rows.ts';
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
  readonly size: number;
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

  const unsubscribe = signals.subscribe({
    changed(topic, ids) {
      if (streams.size === 0 || topic === 'delivery') return;
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
      void beat(stream.person).catch(report);
      return () => {
        own.delete(stream);
        if (own.size === 0) streams.delete(stream.person);
      };
    },
    heartbeat,
    get size() {
      return streams.size;
    },
    close() {
      unsubscribe();
      clearTimeout(timer);
      for (const own of streams.values()) for (const stream of own) stream.end();
    },
  };
}

type Tell = (person: string, event: ServerEvent) => void;
type Lookup = (reader: Knex, ids: string[], people: string[], tell: Tell) => Promise<void>;

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
      .whereIn('started_by', people)
      .select('id', 'status', 'started_by');
    for (const { id, status, started_by: person } of rows)
      tell(person, { event: 'execution_changed', data: { executionId: id, status } });
  },

  async request(reader, ids, people, tell) {
    const columns = [
      'requests.id',
      'execution_id',
      'visit_key',
      'status',
      'version',
      'template_id',
      'requests.expires_at',
      'body',
    ];
    const asked = reader('requests')
      .join('notifications', 'notifications.subject_id', 'requests.id')
      .whereIn('requests.id', ids)
      .whereIn('notifications.person', people)
      .select(...columns, 'notifications.person as concerned');
    const started = reader('requests')
      .whereIn('requests.id', ids)
      .whereIn('started_by', people)
      .select(...columns, 'started_by as concerned');
    const told = new Set<string>();
    for (const row of [...(await asked), ...(await started)]) {
      const key = `${row.id} ${row.concerned}`;
      if (told.has(key)) continue;
      told.add(key);
      tell(row.concerned, toRequestEvent(row));
    }
  },
};

interface RequestRow {
  id: string;
  execution_id: string;
  visit_key: string;
  status: string;
  version: number;
  template_id: string;
  expires_at: number;
  body: string;
}

/** The first version was just raised (spec part 6); every later one is an update. */
function toRequestEvent(row: RequestRow): ServerEvent {
  const { id: requestId, execution_id: executionId } = row;
  if (row.version > 1) return { event: 'request_updated', data: { requestId, executionId, status: row.status } };
  const { chatId } = JSON.parse(row.body) as { chatId: string | null };
  return {
    event: 'human_input_required',
    data: {
      requestId,
      executionId,
      nodeId: row.visit_key,
      chatId,
      promptTemplateId: row.template_id,
      expiresAt: toIso(row.expires_at),
    },
  };
}

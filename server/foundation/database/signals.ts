import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { guarded, warn, type Report } from '../guard.ts';
import { rememberFault } from './faults.ts';

/** What a signal can be about. */
export type Topic =
  | 'execution'
  | 'raised'
  | 'request'
  | 'subject'
  | 'notification'
  | 'message'
  | 'assignment'
  | 'typed'
  | 'stop'
  | 'delivery'
  | 'undelivered'
  | 'setting'
  | 'free';

/**
 * Wake-ups between the parts of one server and between servers. They are hints, never the truth: listeners read the
 * database.
 */
export interface Signals {
  /** Call it from `afterCommit`. Never throws and never waits. */
  publish(topic: Topic, id: string): void;
  /** Returns a function that ends the subscription. A listener that throws is reported; the others still run. */
  subscribe(listener: Listener): () => void;
  /** False while signals from other servers are lost. */
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface Listener {
  /** These changed; an id may be reported more than once. */
  changed(topic: Topic, ids: string[]): void;
  /** Signals of other servers may have been lost: check everything you wait for. */
  mayHaveMissed?(): void;
}

/** How long ids are collected before they are sent: a NOTIFY per commit would cost three quarters of the throughput. */
const COLLECT_MS = 5;
/** PostgreSQL rejects 8000. */
const MAX_PAYLOAD_BYTES = 7999;
/** While disconnected; beyond that, the ids are replaced by one "may have missed". */
const MAX_PENDING = 10_000;
const BACK_OFF_MS = { first: 100, most: 5000 };
/** How soon a dead connection that was never closed is detected. */
const HEARTBEAT_MS = 10_000;
/** The payload that means "may have missed". */
const EVERYTHING = '';
const CHANNEL = 'handback';

class Listeners {
  private readonly all = new Set<Listener>();

  constructor(private readonly onListenerError: Report) {}

  subscribe = (listener: Listener): (() => void) => {
    this.all.add(listener);
    return () => void this.all.delete(listener);
  };

  /** @param signals `topic:id` */
  changed(signals: string[]): void {
    const byTopic = new Map<Topic, string[]>();
    for (const signal of signals) {
      const topic = signal.slice(0, signal.indexOf(':')) as Topic;
      const ids = byTopic.get(topic) ?? [];
      byTopic.set(topic, ids);
      ids.push(signal.slice(topic.length + 1));
    }
    for (const [topic, ids] of byTopic)
      for (const listener of this.all) guarded(() => listener.changed(topic, ids), this.onListenerError);
  }

  mayHaveMissed(): void {
    for (const listener of this.all) guarded(() => listener.mayHaveMissed?.(), this.onListenerError);
  }
}

/**
 * For SQLite: there is one server, so nothing is sent and nothing gets lost. Ids published in one turn are reported
 * together.
 */
export function createLocalSignals(onListenerError: Report = warn): Signals {
  const listeners = new Listeners(onListenerError);
  let pending: Set<string> | null = null;

  function publish(topic: Topic, id: string): void {
    if (!pending) {
      pending = new Set();
      queueMicrotask(() => {
        const signals = [...pending!];
        pending = null;
        listeners.changed(signals);
      });
    }
    pending.add(`${topic}:${id}`);
  }

  return { subscribe: listeners.subscribe, publish, isConnected: () => true, close: async () => {} };
}

/** For PostgreSQL: a dedicated connection (not from the pool, not through a transaction pooler) listens and notifies. */
export class PostgresSignals implements Signals {
  private readonly local: Signals;
  private readonly listeners: Listeners;
  private pending = new Set<string>();
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> = Promise.resolve();
  private isClosed = false;

  private constructor(
    private readonly config: pg.ClientConfig,
    onListenerError: Report,
  ) {
    this.local = createLocalSignals(onListenerError);
    this.listeners = new Listeners(onListenerError);
  }

  /** Resolves when it listens; rejects when the first connection fails. */
  static async connect(config: pg.ClientConfig, onListenerError: Report = warn): Promise<PostgresSignals> {
    const signals = new PostgresSignals(config, onListenerError);
    await signals.listen();
    return signals;
  }

  subscribe(listener: Listener): () => void {
    const ends = [this.local.subscribe(listener), this.listeners.subscribe(listener)];
    return () => ends.forEach((end) => end());
  }

  /** Listeners on this server are called at once, connected or not; other servers hear it within milliseconds. */
  publish(topic: Topic, id: string): void {
    this.local.publish(topic, id);
    this.pending.add(this.pending.size < MAX_PENDING ? `${topic}:${id}` : EVERYTHING);
    this.timer ??= setTimeout(() => this.send(), COLLECT_MS);
  }

  isConnected(): boolean {
    return this.client !== undefined;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.send();
    await this.sending;
    await this.client?.end();
  }

  /** Sends one batch at a time; ids collect meanwhile. */
  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending = this.sending.then(() => this.sendPending());
  }

  private async sendPending(): Promise<void> {
    if (this.pending.size === 0 || !this.client) return; // they wait for the next connection
    const batch = this.pending;
    this.pending = new Set();
    try {
      await this.client.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
        CHANNEL,
        toPayloads(batch),
      ]);
    } catch {
      for (const signal of batch) this.pending.add(signal); // at worst, sent twice
    }
  }

  private async listen(): Promise<void> {
    const client = new pg.Client({ keepAlive: true, query_timeout: 5000, ...this.config });
    client.on('error', () => {}); // every error is followed by 'end'
    let own: number | undefined;
    client.on('notification', ({ processId, payload }) => {
      if (processId !== own) this.receive(payload ?? EVERYTHING); // local listeners have already heard our own
    });
    try {
      await client.connect();
      own = (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
      await client.query(`listen ${CHANNEL}`);
      if (this.isClosed) throw new Error('closed meanwhile');
    } catch (error) {
      void client.end().catch(() => {});
      rememberFault(error);
      throw error;
    }
    this.client = client;
    const heartbeat = setInterval(() => void client.query('select 1').catch(() => client.end()), HEARTBEAT_MS);
    client.once('end', () => {
      clearInterval(heartbeat);
      this.client = undefined;
      if (!this.isClosed) void this.reconnect();
    });
  }

  private async reconnect(): Promise<void> {
    for (let wait = BACK_OFF_MS.first; !this.isClosed; wait = Math.min(wait * 2, BACK_OFF_MS.most)) {
      await sleep(wait * (0.5 + Math.random() / 2));
      if (this.isClosed) return;
      try {
        await this.listen();
      } catch {
        continue;
      }
      this.listeners.mayHaveMissed();
      this.send();
      return;
    }
  }

  private receive(payload: string): void {
    if (payload === EVERYTHING) this.listeners.mayHaveMissed();
    else this.listeners.changed(payload.split('\n'));
  }
}

/** Packs signals into as few payloads as possible; one that can never fit becomes "may have missed". */
export function toPayloads(signals: Iterable<string>): string[] {
  const payloads: string[] = [];
  let everything = false;
  let lines: string[] = [];
  let bytes = 0;
  for (const signal of signals) {
    const length = Buffer.byteLength(signal) + 1;
    if (signal === EVERYTHING || signal.includes('\n') || length > MAX_PAYLOAD_BYTES) {
      everything = true;
      continue;
    }
    if (bytes + length > MAX_PAYLOAD_BYTES) {
      payloads.push(lines.join('\n'));
      lines = [];
      bytes = 0;
    }
    lines.push(signal);
    bytes += length;
  }
  if (lines.length > 0) payloads.push(lines.join('\n'));
  return everything ? [...payloads, EVERYTHING] : payloads;
}

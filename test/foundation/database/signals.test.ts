import { expect } from 'chai';
import net from 'node:net';
import {
  PostgresSignals,
  createLocalSignals,
  toPayloads,
  type Signals,
  type Topic,
} from '../../../server/foundation/database/signals.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { until } from '../../support/until.ts';

const manyIds = Array.from({ length: 2000 }, (_, n) => `01J${'x'.repeat(40)}-${n}`);

function ear(signals: Signals) {
  const heard = { topics: new Map<Topic, Set<string>>(), calls: 0, missed: 0 };
  signals.subscribe({
    changed(topic, ids) {
      heard.calls++;
      const known = heard.topics.get(topic) ?? new Set();
      heard.topics.set(topic, known);
      for (const id of ids) known.add(id);
    },
    mayHaveMissed: () => void heard.missed++,
  });
  return { heard, has: (topic: Topic, id: string) => heard.topics.get(topic)?.has(id) ?? false };
}

describe('signals', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    const opened: Signals[] = [];
    const reported: unknown[] = [];
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((signals) => signals.close()));
      reported.length = 0;
    });

    async function open(): Promise<Signals> {
      const report = (error: unknown) => void reported.push(error);
      const signals =
        name === 'SQLite'
          ? createLocalSignals(report)
          : await PostgresSignals.connect({ connectionString: store.url }, report);
      opened.push(signals);
      return signals;
    }

    /** Two servers; on SQLite, one. */
    async function openTwo(): Promise<[Signals, Signals]> {
      const here = await open();
      return [here, name === 'SQLite' ? here : await open()];
    }

    it('reach every listener, batched by ids and by topic', async () => {
      const [here, there] = await openTwo();
      const [near, far] = [ear(here), ear(there)];
      for (const id of manyIds) here.publish('execution', id);
      here.publish('request', 'r:1');
      await until(() => far.heard.topics.get('execution')?.size === manyIds.length && far.has('request', 'r:1'));
      expect(near.heard.topics.get('execution')!.size).to.equal(manyIds.length);
      expect(near.has('request', 'r:1')).to.equal(true);
      expect(far.heard.calls).to.be.lessThan(manyIds.length / 50);
      expect([near.heard.missed, far.heard.missed]).to.deep.equal([0, 0]);
    });

    it('continue past a listener that throws, and report it', async () => {
      const [here, there] = await openTwo();
      there.subscribe({
        changed() {
          throw new Error('listener');
        },
      });
      const { has } = ear(there);
      here.publish('message', 'm');
      await until(() => has('message', 'm'));
      expect(reported.map((error) => (error as Error).message)).to.include('listener');
    });

    it('do not reach an unsubscribed listener', async () => {
      const signals = await open();
      let calls = 0;
      const end = signals.subscribe({ changed: () => void calls++ });
      const { has } = ear(signals);
      end();
      signals.publish('delivery', 'd');
      await until(() => has('delivery', 'd'));
      expect(calls).to.equal(0);
    });

    if (name === 'PostgreSQL') {
      /** Cuts the connections of signals whose last statement starts like this. */
      const cut = (statement: string) =>
        store.db.writer.raw(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and query like ? and pid <> pg_backend_pid()`,
          [`${statement}%`],
        );

      it("arrive even if the sender's connection was cut", async () => {
        const [here, there] = await openTwo();
        const { has } = ear(there);
        here.publish('execution', 'before');
        await until(() => has('execution', 'before'));
        await cut('select pg_notify');
        here.publish('execution', 'while-cut');
        await until(() => has('execution', 'while-cut'));
      });

      it('make a listener that was cut off look at everything', async () => {
        const [here, there] = await openTwo();
        const { heard, has } = ear(there);
        await cut('listen');
        await until(() => heard.missed > 0);
        await until(() => {
          here.publish('execution', 'later');
          return has('execution', 'later');
        });
      });

      it('leave no connection behind if they are closed while they reconnect', async () => {
        const sockets: net.Socket[] = [];
        let closing: Promise<void> | undefined;
        const stream = () => {
          const socket = new net.Socket();
          sockets.push(socket);
          if (sockets.length === 2) closing = signals.close();
          return socket;
        };
        const signals = await PostgresSignals.connect({ connectionString: store.url, stream });
        await cut('listen');
        await until(() => closing !== undefined);
        await closing;
        await until(() => sockets.every(({ destroyed }) => destroyed));
        expect(signals.isConnected()).to.equal(false);
      });

      it('become "look at everything" if they are too long', async () => {
        const [here, there] = await openTwo();
        const { heard } = ear(there);
        here.publish('execution', 'x'.repeat(9000));
        await until(() => heard.missed === 1);
      });

      it('cannot be opened if the server is unreachable', async () => {
        const nowhere = PostgresSignals.connect({ connectionString: store.url.replace(/\d+\//, '1/') });
        expect(String(await nowhere.catch((error: Error) => error))).to.match(/ECONNREFUSED/);
      });
    }
  });

  it('fill payloads that PostgreSQL accepts, as few as possible', () => {
    const payloads = toPayloads([...manyIds, 'ü'.repeat(3999)]);
    for (const payload of payloads) expect(Buffer.byteLength(payload)).to.be.lessThan(8000);
    expect(payloads.join('\n').split('\n').slice(0, -1)).to.deep.equal(manyIds);
    expect(payloads.length).to.be.lessThan(manyIds.join('\n').length / 7000 + 2);
    expect(toPayloads(['a\nb', 'c'])).to.deep.equal(['c', '']);
    expect(toPayloads([])).to.deep.equal([]);
  });
});

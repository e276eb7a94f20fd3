import { expect } from 'chai';
import type { Knex } from 'knex';
import type { ServerEvent } from '../../../contract/events.ts';
import { createEventStreams, type EventStreams } from '../../../server/channels/web/eventStream.ts';
import { createLocalSignals, type Listener } from '../../../server/foundation/database/signals.ts';
import { insertExecutions } from '../../../server/flow/executionStore.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { anExecution, NOW } from '../../support/seeds.ts';
import { until } from '../../support/until.ts';

const MANY = 250;

forEachDatabase((database, openUrl) =>
  describe(`changes that a server may have missed, on ${database}`, () => {
    const store = useStore(openUrl);
    let streams: EventStreams;
    let listener: Listener;
    let isDown: boolean;
    const reported: unknown[] = [];
    const signals = { ...createLocalSignals(), subscribe: (each: Listener) => ((listener = each), () => {}) };
    /** Reads nothing while it is down. */
    const reader = (): Knex =>
      new Proxy(store.db.reader, {
        apply(target, self, names) {
          if (isDown) throw new Error('down');
          return Reflect.apply(target, self, names) as unknown;
        },
      });

    beforeEach(() => {
      isDown = false;
      reported.length = 0;
      streams = createEventStreams({
        ...{ reader: reader(), signals, now: () => NOW },
        report: (error) => void reported.push(error),
      });
    });
    afterEach(() => streams.close());

    /** Everything that a person hears, after the first heartbeat. */
    async function hearAll(...people: string[]): Promise<ServerEvent[][]> {
      const heard = people.map(() => [] as ServerEvent[]);
      people.forEach((person, n) => streams.open({ person, send: (event) => void heard[n]!.push(event), bye() {} }));
      await until(() => heard.every(({ length }) => length > 0));
      heard.forEach((events) => events.splice(0));
      return heard;
    }

    it('are announced to every client, once, and not to all of them together', async () => {
      const people = Array.from({ length: MANY }, (_, n) => `p${n}`);
      const heard = await hearAll(...people);
      const told = () => heard.filter((events) => events.some(({ event }) => event === 'changes_missed')).length;
      for (let n = 0; n < 3; n++) listener.mayHaveMissed!();
      await until(() => told() > 0);
      expect(told()).to.be.below(MANY);
      await until(() => told() === MANY);
      for (const events of heard) expect(events.filter(({ event }) => event === 'changes_missed')).to.have.length(1);
    });

    it('are looked up again if the database cannot say what has changed', async () => {
      await store.units.run(({ trx }) => insertExecutions(trx, [anExecution('E')]));
      const [heard] = await hearAll('ada');
      isDown = true;
      listener.changed('execution', ['E']);
      listener.changed('message', ['C/ada']);
      await until(() => reported.length > 0 && heard!.length > 0);
      expect(heard).to.deep.equal([{ event: 'message_added', data: { chatId: 'C', logId: null } }]);
      isDown = false;
      await until(() => heard!.length > 1);
      expect(heard!.slice(1).map(({ event }) => event)).to.deep.equal(['execution_changed']);
    });
  }),
);

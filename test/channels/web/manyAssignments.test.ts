import { expect } from 'chai';
import type { ServerEvent } from '../../../contract/events.ts';
import { createEventStreams, type EventStreams } from '../../../server/channels/web/eventStream.ts';
import { createSend } from '../../../server/assignments/sending.ts';
import { insertSending } from '../../../server/assignments/sendingStore.ts';
import { createLocalSignals } from '../../../server/foundation/database/signals.ts';
import { aSending, BY_ADA, seedChat } from '../../assignments/seeds.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { aPerson, NOW } from '../../support/seeds.ts';
import { until } from '../../support/until.ts';

const MANY = 5000;

forEachDatabase((database, openUrl) =>
  describe(`very many assignments that change at once, on ${database}`, () => {
    const store = useStore(openUrl);
    const signals = createLocalSignals();
    let streams: EventStreams;
    afterEach(() => streams.close());

    it('are announced to their sender as a change of the inbox, and one by one to assignees', async () => {
      const heard: Record<string, ServerEvent[]> = { ada: [], p7: [] };
      streams = createEventStreams({
        ...{ reader: store.db.reader, signals, now: () => NOW },
        report(error) {
          throw error;
        },
      });
      for (const person of Object.keys(heard))
        streams.open({ person, send: (event) => void heard[person]!.push(event), bye() {} });
      await until(() => heard['ada']!.length === 1 && heard['p7']!.length === 1);
      const before = heard['ada']!.pop();
      heard['p7']!.pop();

      await seedChat(store.db.writer);
      const sending = aSending('S', { creator: aPerson('ada') });
      const send = createSend({ signals, now: () => NOW });
      await store.units.run(async (unit) => {
        await insertSending(unit.trx, sending, null);
        const people = Array.from({ length: MANY }, (_, n) => ({ person: aPerson(`p${n}`), group: null }));
        await send(unit, sending, people, BY_ADA);
      });
      await until(() => heard['ada']!.length > 0 && heard['p7']!.length > 0);
      expect(heard['ada']!.map(({ event }) => event)).to.deep.equal(['heartbeat']);
      expect(heard['ada']![0], 'of another version').to.not.deep.equal(before);
      expect(heard['p7']!.map(({ event }) => event)).to.deep.equal(['assignment_changed']);
    });
  }),
);

import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { createInboxWatch } from '../../../desktop/main/inboxWatch.ts';

const MICROTASKS = 15;
const LOG = { info() {}, warn() {} };

describe('the inbox that the desktop app watches', () => {
  it('is read again after any change, however shortly it follows on a read', async () => {
    for (let count = 0; count <= MICROTASKS; count++) {
      let calls = 0;
      let callsBefore: number | null = null;
      const ask = async () => {
        calls++;
        return Response.json(calls % 2 === 1 ? [] : { active: 0, overdue: 0, unread: { inbound: 0, outbound: 0 } });
      };
      const watch = createInboxWatch(ask, LOG, () => void (callsBefore === null && lookAfter(count)));
      async function lookAfter(microtasks: number): Promise<void> {
        callsBefore = calls;
        for (let n = 0; n < microtasks; n++) await Promise.resolve();
        callsBefore = calls;
        await watch.look();
      }
      await watch.look();
      await turn();
      expect(calls, `${count} microtasks later`).to.be.above(callsBefore!);
    }
  });
});

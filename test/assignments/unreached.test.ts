import { expect } from 'chai';
import type { Assignment } from '../../contract/assignments.ts';
import { useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { assignOne, done } from './support.ts';

const HOUR_MS = 3_600_000;

forEachDatabase((database, openUrl) =>
  describe(`assignees whom no message has reached, on ${database}`, () => {
    const stage = useStage({ openUrl });
    /** Sends notices, and then their deliveries. */
    const bring = async () => {
      await stage.tick();
      await stage.tick();
    };
    const isUnreached = async (id: string, who = stage.tim) =>
      (await who.call<Assignment>('GET', `/assignments/${id}`)).body.isUnreached;
    beforeEach(() => stage.after(HOUR_MS));

    it('are known to the sender alone, until a reminder reaches them', async () => {
      stage.product.sandbox.mail.refuseNext(1, 550);
      const { id } = await assignOne(stage.tim, stage.grace);
      expect(await isUnreached(id), 'before anything was sent').to.equal(undefined);
      await bring();
      expect(await isUnreached(id)).to.equal(true);
      const { body } = await stage.tim.call<{ items: Assignment[] }>('GET', '/assignments?direction=outbound&limit=1');
      expect(body.items.map((each) => [each.id, each.isUnreached])).to.deep.equal([[id, true]]);
      expect(await isUnreached(id, stage.grace)).to.equal(undefined);
      await done(stage.tim, id, 'remind');
      await bring();
      expect(await isUnreached(id)).to.equal(undefined);
    });

    it('have started it all the same, or were told in a digest that got through', async () => {
      stage.product.sandbox.mail.refuseNext(1, 550);
      const many: string[] = [];
      for (let n = 0; n < 15; n++) many.push((await assignOne(stage.tim, stage.grace)).id);
      await bring();
      expect(await Promise.all(many.map((id) => isUnreached(id)))).to.deep.equal(many.map(() => true));
      await done(stage.grace, many[0]!, 'start');
      expect(await isUnreached(many[0]!)).to.equal(undefined);
      await stage.after(HOUR_MS);
      for (const id of many.slice(1)) await done(stage.tim, id, 'remind');
      await bring();
      expect(await Promise.all(many.map((id) => isUnreached(id)))).to.deep.equal(many.map(() => undefined));
    });
  }),
);

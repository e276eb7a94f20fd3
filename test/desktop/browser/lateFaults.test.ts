import { expect } from 'chai';
import { everything } from '../places/given.ts';
import { SETTLED } from '../support/layout.ts';
import { flow } from '../support/samples.ts';
import { holdBack, signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: faults that are found late', () => {
  const client = withClient();
  const page = () => client().page;
  const step = () => page().getByRole('group', { name: /^Ask for a signature/ });
  const left = () => page().getByText(/left to do before it can be saved/);
  const top = async () => {
    await page().evaluate(SETTLED);
    return Math.round((await step().boundingBox())!.y);
  };

  before(async () => {
    Object.assign(client().standIn.state, everything());
    await signIn(client());
  });

  for (const [who, action] of [
    ['is about to press a step', () => step().hover()],
    ['has a step in focus', () => step().focus()],
  ] as const)
    it(`are shown without moving the drawing for a person who ${who}`, async () => {
      await visit(client(), '#/flows');
      await page().reload();
      await page().mouse.move(0, 0);
      const letGo = await holdBack(client(), 'POST', /flows\/check/);
      await visit(client(), `#/flows/${flow.id}/edit`);
      await step().waitFor();
      await action();
      const before = await top();
      await letGo();
      await left().waitFor();
      expect(await top()).to.be.within(before - 1, before + 1);
      expect((await left().boundingBox())!.y, 'in view').to.be.above(53);
    });
});

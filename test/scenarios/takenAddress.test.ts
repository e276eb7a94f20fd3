import { expect } from 'chai';
import type { TenantPerson } from '../../sandbox/tenant.ts';
import { forEachDatabase } from '../support/databases.ts';
import { MINUTE_MS, useStage } from './support.ts';

const TIM = 'tim@sandbox.test';

forEachDatabase((database, openUrl) =>
  describe(`a message that waits while its reader's address changes, on ${database}`, () => {
    const stage = useStage({ openUrl });
    let before: TenantPerson[];
    const people = () => stage.product.sandbox.tenant.people;
    beforeEach(() => void (before = structuredClone(people())));
    afterEach(() => {
      people().splice(0, Infinity, ...before);
      stage.product.sandbox.graph.meddle(null);
    });

    const tim = () => people().find(({ key }) => key === 'tim')!;
    /** Asks Tim by mail, which cannot be sent yet. */
    const ask = (prompt: string) =>
      stage.ask({ inputType: 'approval', prompt, assignees: { users: [TIM] }, channels: ['email'] });
    const mailedTo = (about: string) =>
      stage.product.sandbox.mail.mails().flatMap(({ text, to }) => (text.includes(about) ? to : []));

    const failureOf = async (id: string): Promise<string> =>
      (await stage.services.ground.reader('deliveries').where({ subject_id: id }).first('error')).error;

    it('goes to the address that the directory has when it is sent', async () => {
      await ask('Renamed meanwhile?');
      stage.advance(6 * MINUTE_MS);
      Object.assign(tim(), { mail: 'timothy@sandbox.test' });
      people().find(({ key }) => key === 'ken')!.mail = TIM;
      await stage.tick();
      expect(mailedTo('Renamed meanwhile?')).to.deep.equal([
        { address: 'timothy@sandbox.test', name: 'Tim Berners-Lee' },
      ]);
    });

    it('goes to nobody else who has taken over the address of somebody who left', async () => {
      const request = await ask('Gone meanwhile?');
      stage.advance(6 * MINUTE_MS);
      Object.assign(tim(), { id: '10000000-0000-4000-8000-0000000000ff', displayName: 'Tim the second' });
      await stage.tick();
      expect(mailedTo('Gone meanwhile?')).to.deep.equal([]);
      expect(await failureOf(request)).to.equal('Tim Berners-Lee is no longer in the directory.');
    });

    it('waits while the directory does not say where it goes', async () => {
      const request = await ask('Known again?');
      stage.advance(6 * MINUTE_MS);
      stage.product.sandbox.graph.meddle(() => ({ status: 429, retryAfterSeconds: 60 }));
      await stage.tick();
      expect(await failureOf(request)).to.match(/^It is not known where Tim Berners-Lee can be reached now/);
      expect(mailedTo('Known again?')).to.deep.equal([]);
      stage.product.sandbox.graph.meddle(null);
      await stage.after(2 * MINUTE_MS);
      expect(mailedTo('Known again?')).to.have.length(1);
    });
  }),
);

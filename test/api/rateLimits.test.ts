import { expect } from 'chai';
import { expectProblem, mailedLink, openForm, sendForm, useStage } from '../scenarios/support.ts';

/** One after the other. */
async function times<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < count; n++) results.push(await work(n));
  return results;
}

describe('rate limits (600 requests a minute per caller, 30 forms per link)', () => {
  describe('of callers', () => {
    const stage = useStage({ limits: { requestsPerMinute: 20 } });

    it('return 429 with Retry-After to callers over the limit, and to nobody else', async () => {
      const answers = await times(25, () => stage.grace.call('GET', '/me'));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).to.have.length(5);
      expectProblem(refused[0]!, 429, 'rate_limited');
      expect(Number(refused[0]!.headers.get('retry-after'))).to.be.within(1, 60);
      expect((await stage.tim.call('GET', '/me')).status).to.equal(200);
    });

    it('count malformed calls as well', async () => {
      const answers = await times(25, () => stage.radia.call('POST', '/chats', {}));
      expect(answers.filter(({ status }) => status === 422)).to.have.length(20);
      expect(answers.filter(({ status }) => status === 429)).to.have.length(5);
    });

    it('change nothing when they refuse', async () => {
      const chats = async () => Number((await stage.services.ground.reader('chats').count({ n: '*' }).first())!['n']);
      const before = await chats();
      const answers = await times(25, (n) => stage.frances.call('POST', '/chats', { name: `Chat ${n}` }));
      const made = answers.filter(({ status }) => status === 201).length;
      expect(made).to.equal(20);
      expect((await chats()) - before).to.equal(made);
    });
  });

  describe('of the response page', () => {
    const stage = useStage({ limits: { formsPerMinute: 3, openingsPerMinute: 5, failuresPerMinute: 1000 } });

    it('count submissions and openings of a link separately, and say when to retry', async () => {
      const human = { inputType: 'text', prompt: 'Well?', assignees: { users: ['grace@sandbox.test'] } };
      const request = await stage.ask(human);
      await stage.tick();
      const link = await mailedLink(stage.product, 'grace@sandbox.test', request);
      const form = await openForm(link);
      for (let n = 0; n < 3; n++) expect((await sendForm(form, {})).status).to.equal(422);
      const refused = await fetch(form.action, {
        method: 'POST',
        body: new URLSearchParams({ ...form.hidden, f_value: 'x' }),
      });
      expect(refused.status).to.equal(429);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
      expect(await refused.text())
        .to.include('Too many')
        .and.include('<main>');
      for (let n = 1; n < 5; n++) expect((await fetch(link)).status, `page ${n}`).to.equal(200);
      expect((await fetch(link)).status).to.equal(429);
      expect(await stage.services.ground.reader('responses').where({ request_id: request })).to.deep.equal([]);
      const other = await stage.ask(human);
      await stage.tick();
      const next = await openForm(await mailedLink(stage.product, 'grace@sandbox.test', other));
      expect((await sendForm(next, { f_value: 'fine' })).status, 'another link is another matter').to.equal(200);
    });
  });
});

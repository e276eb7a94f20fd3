import { expect } from 'chai';
import { assignOne, GRACE } from '../../assignments/support.ts';
import { mailedLink, MINUTE_MS, openForm, sendForm, useStage } from '../../scenarios/support.ts';

const RADIA = 'radia@sandbox.test';
const MAILBOX = 'radia.perlman@sandbox.test';

describe('The mail link of a person who has left', () => {
  const stage = useStage();
  const people = () => stage.product.sandbox.tenant.people;
  const person = (key: string) => people().find((each) => each.key === key)!;
  /** Waits until no cache says otherwise. */
  const forget = () => stage.advance(5 * MINUTE_MS + 1);
  afterEach(() => {
    for (const each of people()) delete each.isDisabled;
    stage.product.sandbox.graph.meddle(null);
    forget();
  });

  let asked = 0;
  async function mailed() {
    const prompt = `By mail, question ${++asked}?`;
    const question = { inputType: 'approval', prompt, assignees: { users: [RADIA] }, channels: ['email'] };
    const request = await stage.ask(question);
    await stage.tick();
    const link = await mailedLink(stage.product, MAILBOX, prompt);
    return { request, form: await openForm(link), link };
  }
  type Mailed = Awaited<ReturnType<typeof mailed>>;
  const statusOf = async ({ link }: Mailed) => (await fetch(link)).status;
  const answer = async ({ form }: Mailed) => (await sendForm(form, { f_value: 'approved', step: 'send' })).status;
  const answersTo = ({ request }: Mailed) =>
    stage.services.ground.reader('responses').where({ request_id: request }).pluck('person');

  it('neither shows nor answers the question once the account is disabled, and works again once it is enabled', async () => {
    const sent = await mailed();
    person('radia').isDisabled = true;
    forget();
    expect([await statusOf(sent), await answer(sent), await answersTo(sent)]).to.deep.equal([410, 410, []]);
    delete person('radia').isDisabled;
    forget();
    expect([await statusOf(sent), await answer(sent), await answersTo(sent)]).to.deep.equal([
      200,
      200,
      [person('radia').id],
    ]);
  });

  it('neither shows nor answers the question once they are removed from the directory', async () => {
    const sent = await mailed();
    const removed = people().splice(people().indexOf(person('radia')), 1);
    forget();
    expect([await statusOf(sent), await answer(sent), await answersTo(sent)]).to.deep.equal([410, 410, []]);
    people().push(...removed);
  });

  it('takes no action on an assignment', async () => {
    const given = await assignOne(stage.ada, stage.grace, { allowRejection: true });
    for (let n = 0; n < 2; n++) await stage.after(MINUTE_MS); // the first tells them, the second sends the mail
    const link = await mailedLink(stage.product, GRACE, 'The policy');
    const form = await openForm(`${link}&action=decline`);
    person('grace').isDisabled = true;
    forget();
    expect((await sendForm(form, { action: 'decline' })).status).to.equal(410);
    const { status } = await stage.services.ground.reader('assignments').where({ id: given.id }).first('status');
    expect(status).to.equal(given.status);
  });

  it('still answers from a shared mailbox', async () => {
    person('radia').isDisabled = true;
    forget();
    const sent = await mailed();
    expect([await statusOf(sent), await answer(sent), await answersTo(sent)]).to.deep.equal([
      200,
      200,
      [`mailto:${MAILBOX}`],
    ]);
  });

  it('works while the directory cannot be read', async () => {
    const sent = await mailed();
    forget();
    stage.product.sandbox.graph.meddle(() => ({ status: 503, retryAfterSeconds: 300 }));
    expect([await statusOf(sent), await answer(sent)]).to.deep.equal([200, 200]);
  });
});

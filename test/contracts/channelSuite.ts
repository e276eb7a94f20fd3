import { expect } from 'chai';
import { VARIABLE_TYPES } from '../../contract/variables.ts';
import { requestRetention } from '../../server/requests/requestRetention.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import { answered, executionOf, HOUR_MS, notificationOf } from '../scenarios/support.ts';
import type { Driver, Key, SuiteStage } from './driver.ts';
import { NAMES } from '../bot/teams/teamsStage.ts';

const asked = (...keys: Key[]) => ({ users: keys.map((key) => NAMES[key]) });

const FORM = {
  inputType: 'form',
  prompt: 'What happened to the printer?',
  variables: [
    { name: 'what', type: 'text', label: 'What happened', required: true, validation: { min: 5 } },
    { name: 'size', type: 'number', label: 'How many pages', required: true },
  ],
};

const TOO_SHORT = 'Enter at least 5 characters.';

/** What every channel owes to the people it reaches (behaviour 1, 2.3, 4, 5.2). The same for all, whatever they look like. */
export function channelSuite(stage: SuiteStage, driver: Driver): void {
  const { channel, sources, copyOf } = driver;

  /** Asks on this channel only; the web inbox has every request. */
  async function ask(more: Record<string, unknown> = {}): Promise<string> {
    const channels = channel === 'web' ? [] : [channel];
    const request = await stage.ask({
      inputType: 'approval',
      prompt: 'May the printer be bought?',
      assignees: asked('grace', 'alan'),
      channels,
      ...more,
    });
    await stage.settle();
    return request;
  }
  const responsesTo = async (request: string): Promise<{ person: string; channel: string }[]> =>
    stage.services.ground.reader('responses').where({ request_id: request });
  const statusOf = async (request: string): Promise<string> =>
    (await stage.services.ground.reader('requests').where({ id: request }).first('status')).status;

  it('shows what is asked, by which flow, for whom, and until when', async () => {
    const request = await ask();
    const text = await (await copyOf('grace', request)).text();
    const { flowName, requester, expiresAt }: UserNotification = await notificationOf(
      stage.product,
      stage.grace,
      request,
    );
    for (const each of ['May the printer be bought?', flowName, requester, driver.instant(expiresAt)])
      expect(text).to.include(each);
  });

  it('shows nothing that turns the direction of what others wrote', async () => {
    const turned = (words: string): string => `\u2067${words}\u202e`;
    const request = await ask({
      ...FORM,
      prompt: turned('May the printer be bought?'),
      variables: [{ ...FORM.variables[0], label: turned('What happened'), description: turned('Say it all.') }],
    });
    const [copy, other] = [await copyOf('grace', request), await copyOf('alan', request)];
    expect(await copy.text())
      .to.include('May the printer be bought?')
      .and.not.match(/\p{Bidi_Control}/u);
    await copy.answer({ what: turned('It burnt down') });
    await stage.settle();
    expect(await other.text()).to.not.match(/\p{Bidi_Control}/u);
    expect((await stage.result(request))['values'], 'the flow has it as it was written').to.deep.equal({
      what: turned('It burnt down'),
    });
  });

  it('brings the answer to the flow: the value, who gave it, and how', async () => {
    const request = await ask();
    await (await copyOf('grace', request)).answer({ value: 'Reject' });
    const { verifiedBy, note } = sources.simple;
    const result = await stage.result(request);
    expect(result).to.include({ value: 'rejected', channel, verifiedBy, note });
    expect(result['respondedBy']).to.include({ displayName: 'Grace Hopper' });
  });

  it('brings a form to the flow, field by field', async () => {
    const request = await ask(FORM);
    await (await copyOf('grace', request)).answer({ what: 'It burnt down', size: '12' });
    const { verifiedBy, note } = sources.form;
    const result = await stage.result(request);
    expect(result['values']).to.deep.equal({ what: 'It burnt down', size: 12 });
    expect(result).to.include({ value: null, channel, verifiedBy, note });
  });

  it('takes one answer of a person; a second one changes nothing', async () => {
    const request = await ask({ strategy: 'all' });
    const copy = await copyOf('grace', request);
    await copy.answer({ value: 'Reject' });
    await copy.answer({ value: 'Approve' });
    expect(await responsesTo(request)).to.have.length(1);
    expect((await notificationOf(stage.product, stage.grace, request)).response).to.equal('rejected');
    expect(await statusOf(request)).to.equal('waiting');
  });

  it('tells again what was recorded when the same answer arrives again', async () => {
    const request = await ask();
    const copy = await copyOf('grace', request);
    const first = await copy.answer({ value: 'Approve' });
    expect(await copy.again()).to.equal(first);
    expect(await responsesTo(request)).to.have.length(1);
  });

  it('takes nothing from somebody who was not asked', async () => {
    const request = await ask();
    const copy = await copyOf('grace', request);
    const told = await copy.trespass('tim', { value: 'Approve' });
    expect(told).to.not.include('Grace');
    expect([await responsesTo(request), await statusOf(request)]).to.deep.equal([[], 'waiting']);
    await copy.answer({ value: 'Reject' });
    expect(await stage.result(request), 'the way is still open to whom it was put').to.include({ value: 'rejected' });
  });

  it('says what is wrong with an answer, and takes the mended one', async () => {
    const request = await ask(FORM);
    const copy = await copyOf('grace', request);
    expect(await copy.answer({ what: 'So?', size: '12' })).to.include(TOO_SHORT);
    expect([await responsesTo(request), await statusOf(request)]).to.deep.equal([[], 'waiting']);
    await copy.answer({ what: 'It burnt', size: '12' });
    expect((await stage.result(request))['values']).to.deep.equal({ what: 'It burnt', size: 12 });
  });

  it('says how far a question is that others have to answer too', async () => {
    const request = await ask({ strategy: 'all' });
    const copy = await copyOf('grace', request);
    await copy.answer({ value: 'Approve' });
    await stage.settle();
    expect(await copy.isOpen()).to.equal(false);
    if (channel !== 'email') expect(await copy.text()).to.match(/1 of 2|"answered":1,"of":2/); // a used link says nothing
  });

  const forget = () => stage.services.ground.database.writer('tokens').delete();
  async function purge(request: string): Promise<void> {
    await stage.ada.call('POST', `/executions/${executionOf(request)}/cancel`);
    await stage.settle();
    await stage.services.ground.units.run(({ trx }) => requestRetention.purge(trx, stage.now() + 1, 500));
  }
  const missing = { 'a token that nobody knows': forget, 'a question that is kept no longer': purge };
  for (const [what, lose] of Object.entries(missing))
    if (channel !== 'web' || lose !== forget)
      it(`takes nothing for ${what}, and says so`, async () => {
        const request = await ask();
        const copy = await copyOf('grace', request);
        await lose(request);
        expect(await copy.answer({ value: 'Approve' })).to.match(driver.unusable);
        expect(await responsesTo(request)).to.deep.equal([]);
      });

  describe('shows the outcome on every copy, and to whoever answers on one that is behind', () => {
    /** Closes a request behind the back of Grace's copy. */
    async function closed(close: (request: string) => Promise<unknown>, outcome: RegExp, more = {}) {
      const request = await ask(more);
      const copy = await copyOf('grace', request);
      expect(await copy.isOpen()).to.equal(true);
      await close(request);
      expect(await copy.answer({ value: 'Approve' }), 'a press on what is behind').to.match(outcome);
      await stage.settle();
      expect(await copy.text()).to.match(outcome);
      expect(await copy.isOpen()).to.equal(false);
      expect((await responsesTo(request)).filter(({ person }) => person === stage.idOf('grace'))).to.deep.equal([]);
      return request;
    }

    it('when somebody else has answered', async () => {
      const request = await closed((id) => answered(stage.alan, id, 'rejected'), /Alan Turing answered/);
      expect(await stage.result(request)).to.include({ value: 'rejected', channel: 'web' });
    });

    it('when the time is over', async () => {
      const request = await closed(() => stage.after(HOUR_MS), driver.tooLate, {
        timeout: 'PT1H',
      });
      expect(await statusOf(request)).to.equal('timed_out');
    });

    it('when it was cancelled', async () => {
      const request = await closed(
        (id) => stage.ada.call('POST', `/executions/${executionOf(id)}/cancel`),
        /cancelled|withdrawn/i,
      );
      expect(await statusOf(request)).to.equal('cancelled');
    });
  });

  it('turns to the outcome wherever else the question stands', async () => {
    const request = await ask({ channels: stage.drivers.map((each) => each.channel).filter((name) => name !== 'web') });
    const others = await Promise.all(
      stage.drivers.flatMap((each) => [each.copyOf('alan', request), each.copyOf('grace', request)]),
    );
    await (await copyOf('grace', request)).answer({ value: 'Approve' });
    await stage.settle();
    for (const [place, copy] of others.entries()) {
      const { channel: name } = stage.drivers[Math.floor(place / 2)]!;
      expect(await copy.isOpen(), `${name} still asks`).to.equal(false);
      const isUsedLink = name === 'email' && channel === 'email' && place % 2 === 1; // it says the same to everybody
      if (!isUsedLink)
        expect(await copy.text(), name)
          .to.match(/Grace Hopper answered|you answered/i)
          .and.to.match(/Approve/);
    }
  });

  it('knows how to show every type of variable, or to leave it out', () => {
    const table = driver.capabilities();
    expect(Object.keys(table)).to.have.members([...VARIABLE_TYPES]);
    expect(table.hidden).to.equal('omitted');
    for (const type of ['text', 'select', 'number', 'boolean'] as const) expect(table[type], type).to.equal('native');
  });
}

import { expect } from 'chai';
import { requestRetention } from '../../server/requests/requestRetention.ts';
import { answered, executionOf, HOUR_MS } from '../scenarios/support.ts';
import { asking, FORM } from './asking.ts';
import type { Driver, SuiteStage } from './driver.ts';

/** The replies to an answer, whatever its result, in people's language (behaviour 4.1, 5.2). */
export function outcomeSuite(stage: SuiteStage, driver: Driver): void {
  const { channel, copyOf } = driver;
  const { ask, responsesTo, statusOf, approve, reject } = asking(stage, driver);

  it('accepts nothing from people who are not assignees', async () => {
    const request = await ask();
    const copy = await copyOf('grace', request);
    const told = await copy.tryAs('tim', approve());
    expect(told).to.include(driver.notAsked()).and.not.include('Grace');
    expect([await responsesTo(request), await statusOf(request)]).to.deep.equal([[], 'waiting']);
    await copy.answer(reject());
    expect(await stage.result(request), 'the way is still open to whom it was put').to.include({ value: 'rejected' });
  });

  it('shows errors, and accepts the corrected answer', async () => {
    const request = await ask(FORM);
    const copy = await copyOf('grace', request);
    expect(await copy.answer({ what: 'So?', size: '12' })).to.include(
      driver.say('check.atLeastCharacters', { count: 5 }),
    );
    expect([await responsesTo(request), await statusOf(request)]).to.deep.equal([[], 'waiting']);
    await copy.answer({ what: 'It burnt', size: '12' });
    expect((await stage.result(request))['values']).to.deep.equal({ what: 'It burnt', size: 12 });
  });

  it('asks for the reason that an option requires, and shows it with the outcome', async () => {
    const request = await ask({
      options: [
        { value: 'approved', label: 'Approve' },
        { value: 'rejected', label: 'Reject', comment: 'required' },
      ],
    });
    const [copy, other] = [await copyOf('grace', request), await copyOf('alan', request)];
    expect(await copy.answer(reject())).to.include(driver.say('check.comment'));
    expect([await responsesTo(request), await statusOf(request)]).to.deep.equal([[], 'waiting']);
    const told = await copy.answer({ ...reject(), comment: 'Too \u202eexpensive' });
    if (channel === 'email') expect(told, 'what they are told').to.include('Too expensive');
    expect(await stage.result(request)).to.include({ value: 'rejected', comment: 'Too \u202eexpensive' });
    await stage.settle();
    expect(await other.text()).to.include('Too expensive');
  });

  it('accepts an optional reason', async () => {
    const request = await ask({ strategy: 'all' });
    const copy = await copyOf('grace', request);
    await copy.answer({ ...approve(), comment: 'Paper is cheap' });
    await stage.settle();
    if (channel !== 'email') expect(await copy.text()).to.include('Paper is cheap');
    await (await copyOf('alan', request)).answer(approve());
    const result = await stage.result(request);
    expect(result).to.not.have.property('comment');
    const comments = (result['responses'] as { comment?: string }[]).map(({ comment }) => comment);
    expect(comments).to.have.members(['Paper is cheap', undefined]);
  });

  it('shows the progress of a question that others have to answer too', async () => {
    const request = await ask({ strategy: 'all' });
    const copy = await copyOf('grace', request);
    await copy.answer(approve());
    await stage.settle();
    expect(await copy.isOpen()).to.equal(false);
    if (channel === 'email') return; // a used link shows nothing
    const progress = { answered: 1, of: 2 };
    const ways = [driver.say('message.progress', progress), JSON.stringify(progress).slice(1, -1)];
    const text = await copy.text();
    expect(
      ways.some((words) => text.includes(words)),
      text,
    ).to.equal(true);
  });

  const forget = () => stage.services.ground.database.writer('tokens').delete();
  async function purge(request: string): Promise<void> {
    await stage.ada.call('POST', `/executions/${executionOf(request)}/cancel`);
    await stage.settle();
    await stage.services.ground.units.run(({ trx }) => requestRetention.purge(trx, stage.now() + 1, 500));
  }
  const missing = { 'an unknown token': forget, 'a deleted question': purge };
  for (const [what, lose] of Object.entries(missing))
    if (channel !== 'web' || lose !== forget)
      it(`accepts nothing for ${what}, and says so`, async () => {
        const request = await ask();
        const copy = await copyOf('grace', request);
        await lose(request);
        expect(await copy.answer(approve())).to.include(driver.unusable());
        expect(await responsesTo(request)).to.deep.equal([]);
      });

  describe('shows the outcome on every copy, and to anyone who answers on an outdated one', () => {
    /** Closes a request without updating Grace's copy. */
    async function closed(close: (request: string) => Promise<unknown>, outcome: () => string, more = {}) {
      const request = await ask(more);
      const copy = await copyOf('grace', request);
      expect(await copy.isOpen()).to.equal(true);
      await close(request);
      expect(await copy.answer(approve()), 'a press on what is behind').to.include(outcome());
      await stage.settle();
      expect(await copy.text()).to.include(outcome());
      expect(await copy.isOpen()).to.equal(false);
      expect((await responsesTo(request)).filter(({ person }) => person === stage.idOf('grace'))).to.deep.equal([]);
      return request;
    }

    it('when somebody else has answered', async () => {
      const request = await closed(
        (id) => answered(stage.alan, id, 'rejected'),
        () => driver.say('summary.answered', { name: 'Alan Turing' }),
      );
      expect(await stage.result(request)).to.include({ value: 'rejected', channel: 'web' });
    });

    it('when the deadline has passed', async () => {
      const request = await closed(() => stage.after(HOUR_MS), driver.tooLate, {
        timeout: 'PT1H',
      });
      expect(await statusOf(request)).to.equal('timed_out');
    });

    it('when it was cancelled', async () => {
      const request = await closed(
        (id) => stage.ada.call('POST', `/executions/${executionOf(id)}/cancel`),
        () => driver.say('summary.cancelledBy', { name: 'Ada Lovelace' }),
      );
      expect(await statusOf(request)).to.equal('cancelled');
    });
  });

  it('updates every other copy to the outcome', async () => {
    const request = await ask({ channels: stage.drivers.map((each) => each.channel).filter((name) => name !== 'web') });
    const others = await Promise.all(
      stage.drivers.flatMap((each) => [each.copyOf('alan', request), each.copyOf('grace', request)]),
    );
    await (await copyOf('grace', request)).answer(approve());
    await stage.settle();
    for (const [place, copy] of others.entries()) {
      const { channel: name, say } = stage.drivers[Math.floor(place / 2)]!;
      expect(await copy.isOpen(), `${name} still asks`).to.equal(false);
      const isUsedLink = name === 'email' && channel === 'email' && place % 2 === 1; // it shows everybody the same
      const words = say('summary.answeredWith', { name: 'Grace Hopper', answer: say('approval.approved') });
      if (!isUsedLink) expect(await copy.text(), name).to.include(words);
    }
  });
}

import { expect } from 'chai';
import type { ExecutionError } from '../../../contract/executions.ts';
import type { Problem } from '../../../contract/problem.ts';
import { act, assignOne, GRACE, group, makeChat, user } from '../../assignments/support.ts';
import { answered, asking, expectProblem, MINUTE_MS, publish, useStage } from '../../scenarios/support.ts';
import { beating, listen } from '../../support/listen.ts';
import { until } from '../../support/until.ts';
import { startWorld } from '../tenant.ts';

const RADIA = 'radia@sandbox.test';

describe('A person whose account is disabled', () => {
  const stage = useStage();
  let flows = 0;
  const person = (key: string) => stage.product.sandbox.tenant.people.find((each) => each.key === key)!;
  /** Disables them, and waits until no cache says otherwise. */
  function disable(...keys: string[]): void {
    for (const key of keys) person(key).isDisabled = true;
    stage.advance(5 * MINUTE_MS + 1);
  }
  afterEach(() => {
    for (const each of stage.product.sandbox.tenant.people) delete each.isDisabled;
    stage.advance(5 * MINUTE_MS + 1);
  });

  /** Asks whom the node names. @returns the names of those asked, or why nobody was */
  async function askWhom(assignees: object, more: object = {}): Promise<string[] | ExecutionError> {
    const human = { inputType: 'text', prompt: 'You?', assignees, ...more };
    const flow = await publish(stage.ada, asking({ id: `disabled-${++flows}`, human }));
    const { id, error } = await stage.product.reached(
      stage.ada,
      await stage.product.run(stage.ada, flow),
      'waiting',
      'failed',
    );
    if (error) return error;
    const asked = stage.services.ground.reader('notifications').where({ subject_id: `${id}-ask` });
    return asked.orderBy('display_name').pluck('display_name');
  }

  it('has no access after five minutes, and is told why', async () => {
    expect((await stage.radia.call('GET', '/me')).status).to.equal(200);
    disable('radia');
    const { status, body } = await stage.radia.call<Problem>('GET', '/me');
    expect([status, body.detail]).to.deep.equal([
      403,
      'Your account is disabled in the directory of this organisation.',
    ]);
  });

  it('has access again once the account is enabled', async () => {
    disable('radia');
    expect((await stage.radia.call('GET', '/me')).status).to.equal(403);
    delete person('radia').isDisabled;
    stage.advance(5 * MINUTE_MS + 1);
    expect((await stage.radia.call('GET', '/me')).status).to.equal(200);
  });

  it('hears nothing more on an open event stream', async () => {
    const stream = await listen(stage.product.url, await stage.product.sandbox.tokenFor(RADIA));
    await beating(stream);
    const request = await stage.ask({ inputType: 'text', prompt: 'Heard?', assignees: { users: [RADIA, GRACE] } });
    await until(() => stream.of('human_input_required').length === 1);
    disable('radia');
    await answered(stage.grace, request, 'Yes');
    await until(() => stream.isOver);
    expect(stream.of('request_updated')).to.deep.equal([]);
  });

  it('is not asked with a group', async () => {
    expect(await askWhom({ groups: ['Legal'] })).to.deep.equal(['Frances Allen', 'Radia Perlman']);
    disable('radia');
    expect(await askWhom({ groups: ['Legal'] })).to.deep.equal(['Frances Allen']);
    disable('frances');
    expect(await askWhom({ groups: ['Legal'] })).to.include({ code: 'assignees_empty' });
  });

  it('is refused by name like somebody unknown, with the reason, without e-mail', async () => {
    disable('radia');
    const { id } = person('radia');
    for (const users of [[GRACE, RADIA], [id]])
      expect(await askWhom({ users }, { channels: ['teams'] })).to.include({
        code: 'assignee_unknown',
        message: 'The account of "Radia Perlman" is disabled in the directory.',
      });
    const { mail } = person('radia');
    person('radia').mail = null;
    stage.advance(5 * MINUTE_MS + 1);
    expect(await askWhom({ users: [id] }), 'no mailbox').to.include({
      code: 'assignee_unknown',
      message: `The account of "${id}" is disabled in the directory.`,
    });
    person('radia').mail = mail;
  });

  it('is asked by e-mail only when named, as a shared mailbox is', async () => {
    disable('radia');
    const asked = await askWhom({ users: [GRACE, RADIA] }, { channels: ['email'], strategy: 'all' });
    expect(asked).to.deep.equal(['Grace Hopper', 'Radia Perlman']);
    const { mail } = person('radia');
    const mails = () =>
      stage.product.sandbox.mail.mails().filter(({ to }) => to.some(({ address }) => address === mail));
    const before = mails().length;
    await stage.tick();
    expect(mails()).to.have.length(before + 1);
    expect(mails().at(-1)!.text, 'nobody can sign in for it').to.not.include('#/open/');
  });

  it('gets no assignment, by name, with a group or handed over', async () => {
    const given = await assignOne(stage.ada, stage.grace, {});
    const chat = await makeChat(stage.ada);
    disable('radia', 'frances');
    for (const [principal, check] of [
      [user(RADIA), { id: 'personDisabled', values: { names: 'Radia Perlman' } }],
      [group('Legal'), { id: 'groupEmpty', values: { names: 'Legal' } }],
    ] as const) {
      const body = { chatId: chat.id, principals: [user(GRACE), principal], criterion: 'manual' };
      const refused = await stage.ada.call<Problem>('POST', '/assignments', body);
      expect(expectProblem(refused, 422, 'validation_failed').checks).to.deep.equal({ principals: check });
    }
    const handed = expectProblem(await act(stage.ada, given.id, 'reassign', { to: RADIA }), 422, 'validation_failed');
    expect(handed.checks).to.deep.equal({ to: { id: 'personDisabled', values: { names: 'Radia Perlman' } } });
  });

  it('gets no message that waited meanwhile', async () => {
    const question = { inputType: 'approval', prompt: 'Too late?', assignees: { users: [RADIA] }, channels: ['email'] };
    const request = await stage.ask(question);
    disable('radia');
    await stage.tick();
    expect(stage.product.sandbox.mail.mails().some(({ text }) => text.includes('Too late?'))).to.equal(false);
    const { error } = await stage.services.ground.reader('deliveries').where({ subject_id: request }).first('error');
    expect(error).to.equal('The account of Radia Perlman is disabled in the directory.');
  });

  it('counts as enabled where the permissions do not tell', async () => {
    const { sandbox, directory } = await startWorld((tenant) => {
      tenant.people.find(({ key }) => key === 'radia')!.isDisabled = true;
      tenant.registrations.server.application['graph'] = ['User.ReadBasic.All', 'GroupMember.Read.All'];
    });
    expect(await directory.personByAddress(RADIA))
      .to.include({ displayName: 'Radia Perlman' })
      .and.not.have.property('isDisabled');
    await sandbox.close();
  });
});

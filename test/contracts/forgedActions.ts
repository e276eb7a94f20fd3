import { expect } from 'chai';
import { expectProblem } from '../scenarios/support.ts';
import { submitOf, textOf } from '../bot/teams/teamsStage.ts';
import { eventually } from '../support/product.ts';
import type { Everything } from './everything.ts';

const JUNK = ['', 'null', '{"s":1,"a":[],"t":null}', '{"__proto__":{}}', `{"s":"${'x'.repeat(1900)}"}`];
const GONE = 'does not exist any more';

/** Actions that no notice has offered: forged forms, and tokens for something else. */
export function forgedActions(stage: Everything): void {
  const ask = async (channel: string) => {
    const human = {
      inputType: 'approval',
      prompt: `Forged by ${channel}?`,
      assignees: { users: ['grace@sandbox.test'] },
    };
    const request = await stage.ask({ ...human, channels: [channel] });
    await stage.settle();
    return request;
  };
  const isOpen = async (request: string) =>
    (await stage.services.ground.reader('requests').where({ id: request }).first('status')).status === 'waiting';
  const inSlack = () => stage.slack.workspace.desk(stage.slack.member('grace').userId).messages;

  it('have no effect in Teams', async () => {
    for (const value of [{}, { subjectId: {}, actionId: 7, token: 'x'.repeat(9999) }]) {
      const called = await stage.call(stage.activity('grace', { value: { verb: 'act', ...value } }));
      expect([called.status, textOf(stage.last('grace'))]).to.deep.equal([200, WORDS]);
    }
    const request = await ask('teams');
    const copy = stage.last('grace');
    const { token } = submitOf(copy.card);
    const value = { verb: 'act', subjectId: request, actionId: 'approved', token };
    await stage.call(stage.activity('grace', { value, replyToId: copy.activityId }));
    expect(textOf(stage.last('grace'))).to.include('is not offered any more');
    expect(await isOpen(request)).to.equal(true);
  });

  it('have no effect in Slack', async () => {
    const { workspace, interactions, member } = stage.slack;
    const grace = member('grace');
    await ask('slack');
    const copy = inSlack().at(-1)!;
    for (const [n, value] of JUNK.entries()) {
      const element = { type: 'button', action_id: 'act:0', value, text: { type: 'plain_text', text: 'Do' } };
      const block = { type: 'actions', block_id: 'junk', elements: [element] };
      workspace.putMessage(grace.userId, { ...copy, blocks: [block] } as typeof copy);
      const before = inSlack().filter(({ text }) => text.includes(GONE)).length;
      await interactions.press(grace, { ts: copy.ts, blockId: 'junk', actionId: 'act:0' });
      const told = async () => inSlack().filter(({ text }) => text.includes(GONE)).length > before || undefined;
      expect(await eventually(told), `${n}`).to.equal(true);
    }
  });

  it('have no effect on the page of a mail', async () => {
    const request = await ask('email');
    const mail = await stage.product.sandbox.mail.waitFor(({ text }) => text.includes(request));
    const link = new URL(/https?:\S+token=[0-9a-f]{64}/.exec(mail.text)![0]);
    const token = link.searchParams.get('token')!;
    for (const action of ['approved', '', 'x'.repeat(9999)]) {
      const body = new URLSearchParams({ token, action });
      const sent = await fetch(`${link.origin}${link.pathname}`, {
        method: 'POST',
        body,
        headers: { accept: 'application/json' },
      });
      const { status, headers } = sent;
      expectProblem({ status, headers, body: await sent.json() }, 410, 'link_unusable');
    }
    expect(await isOpen(request)).to.equal(true);
    expect((await fetch(`${link.href}&action=approved`)).status, 'the link still works').to.equal(200);
  });
}

const WORDS = 'What this is about does not exist any more, so nothing was done.';

import { expect } from 'chai';
import type { Chat, ChatMessage, Posted } from '../../contract/chats.ts';
import type { ExecutionView } from '../../contract/executions.ts';
import type { Client } from '../support/product.ts';
import {
  executionOf,
  expectProblem,
  HOUR_MS,
  mailedLink,
  notificationOf,
  openForm,
  respond,
  sendForm,
  useStage,
} from './support.ts';

describe('the samples, each to its end', () => {
  const stage = useStage({ samples: true });

  /** Starts a flow and waits until it asks; resolves with the id of its only request. */
  async function asked(by: Client, flowId: string, variables: Record<string, unknown> = {}): Promise<string> {
    const id = await stage.product.run(by, flowId, variables);
    const { waitingFor } = await stage.product.reached(by, id, 'waiting');
    expect(waitingFor).to.have.length(1);
    return waitingFor[0]!.requestId!;
  }

  /** The finished execution as an author sees it. */
  const finished = (requestId: string) => stage.product.reached(stage.ada, executionOf(requestId), 'completed');
  const visited = ({ timeline }: ExecutionView) => timeline.map(({ nodeId }) => nodeId);
  const said = ({ timeline }: ExecutionView) => timeline.find(({ type }) => type === 'message')!.summary;

  describe('expense-approval', () => {
    it('pays what Ada approves in the web client', async () => {
      const request = await asked(stage.grace, 'expense-approval', { amount: 1234.5 });
      const { prompt } = await notificationOf(stage.product, stage.ada, request);
      expect(prompt).to.equal('An expense of 1,234.50 euro is waiting for your approval. May it be paid?');
      expect((await respond(stage.ada, request, 'approved')).status).to.equal(200);
      const execution = await finished(request);
      expect(visited(execution)).to.deep.equal(['start', 'approve', 'tellApproved', 'end']);
      expect(execution.context!['end']).to.deep.equal({ paid: true });
      expect(said(execution)).to.match(/^Ada Lovelace approved the expense of 1,234.50 euro/);
    });

    it('does not pay what she rejects through the link in the e-mail', async () => {
      const request = await asked(stage.grace, 'expense-approval', { amount: 77.7 });
      await stage.tick();
      const form = await openForm(await mailedLink(stage.product, 'ada@sandbox.test', '77.70 euro'));
      expect(form.names).to.deep.equal(['f_value', 'f_comment']);
      const sent = await sendForm(form, { f_value: 'rejected', f_comment: 'Too dear' });
      expect(sent.status, sent.markup).to.equal(200);
      expect(sent.markup).to.include('Reject').and.to.include('Too dear');

      const execution = await finished(request);
      expect(visited(execution)).to.deep.equal(['start', 'approve', 'tellRejected', 'end']);
      expect(execution.context!['end']).to.deep.equal({ paid: false });
      expect(said(execution)).to.include('euro. “Too dear” Nothing will be paid');
      const { value, note, comment, channel, verifiedBy } = execution.context!['approve'] as Record<string, string>;
      expect({ value, note, comment, channel, verifiedBy }).to.deep.equal({
        value: 'rejected',
        note: 'Submitted through the e-mail link',
        comment: 'Too dear',
        channel: 'email',
        verifiedBy: 'token',
      });
    });

    it('is reached from its chat, which shows the outcome', async () => {
      const { body } = await stage.grace.call<{ items: Chat[] }>('GET', '/chats');
      const chat = body.items.find(({ flowId }) => flowId === 'expense-approval')!;
      const posted = await stage.grace.call<Posted>('POST', `/chats/${chat.id}/messages`, {
        content: 'A journey by train',
        variables: { amount: 42 },
      });
      const { waitingFor } = await stage.product.reached(stage.grace, posted.body.executionId!, 'waiting');
      await respond(stage.ada, waitingFor[0]!.requestId!, 'approved');
      await finished(waitingFor[0]!.requestId!);
      const { body: log } = await stage.grace.call<{ items: ChatMessage[] }>('GET', `/chats/${chat.id}/messages`);
      const answers = log.items.filter(({ role }) => role === 'ai').map(({ content }) => content);
      expect(answers).to.have.length(1);
      expect(answers[0]).to.match(/^Ada Lovelace approved the expense of 42.00 euro/);
    });

    it('starts with an amount only', async () => {
      for (const variables of [{}, { amount: 'much' }, { amount: 0 }, { amount: 5, hurry: true }]) {
        const refused = await stage.grace.call('POST', '/flows/expense-approval/executions', { variables });
        const { fields } = expectProblem(refused, 422, 'validation_failed');
        expect(Object.keys(fields!)).to.deep.equal(['hurry' in variables ? 'variables.hurry' : 'variables.amount']);
      }
    });
  });

  describe('two-signatures', () => {
    it('waits for everybody in Legal, and shows the others its progress', async () => {
      const request = await asked(stage.grace, 'two-signatures', { contract: 'the lease' });
      const first = await respond(stage.radia, request, 'approved');
      expect(first.body).to.include({ requestId: request, status: 'waiting' });
      expect(await notificationOf(stage.product, stage.radia, request)).to.include({
        status: 'completed',
        closedReason: null,
      });
      expect(await notificationOf(stage.product, stage.frances, request)).to.include({
        status: 'pending',
        response: null,
      });
      const view = (await stage.grace.call('GET', `/requests/${request}`)).body as {
        counts: unknown;
        assignees: object[];
      };
      expect(view.counts).to.deep.equal({ assignees: 2, responses: 1 });
      expect((await stage.product.execution(stage.grace, executionOf(request))).status).to.equal('waiting');

      const last = await respond(stage.frances, request, 'approved');
      expect(last.body).to.include({ requestId: request, status: 'completed' });
      const execution = await finished(request);
      expect(said(execution)).to.equal('All 2 have signed: the contract is in effect.');
      expect(execution.context!['end']).to.deep.equal({ signed: true });
      expect(await notificationOf(stage.product, stage.radia, request)).to.include({
        status: 'completed',
        closedReason: 'answered',
        response: 'approved',
      });
    });

    it('goes back when one of them refuses', async () => {
      const request = await asked(stage.grace, 'two-signatures');
      await respond(stage.frances, request, 'rejected');
      await respond(stage.radia, request, 'approved');
      const execution = await finished(request);
      expect(said(execution)).to.equal('1 of 2 refused to sign: the contract goes back.');
      expect(execution.context!['end']).to.deep.equal({ signed: false });
    });
  });

  describe('ask-my-manager', () => {
    it("asks the starter's manager", async () => {
      const alan = await stage.product.as('alan@sandbox.test');
      const request = await asked(alan, 'ask-my-manager', { question: 'May I go?' });
      expect((await notificationOf(stage.product, stage.grace, request)).prompt).to.equal('May I go?');
      await respond(stage.grace, request, 'talk');
      const execution = await finished(request);
      expect(said(execution)).to.equal('Grace Hopper says: let us talk about it.');
      expect(execution.context!['end']).to.deep.equal({ answer: 'talk' });
    });

    it('takes the late edge after eight hours', async () => {
      const alan = await stage.product.as('alan@sandbox.test');
      const request = await asked(alan, 'ask-my-manager');
      await stage.after(8 * HOUR_MS - 1000);
      expect((await stage.product.execution(alan, executionOf(request))).status).to.equal('waiting');
      await stage.after(2000);
      const execution = await finished(request);
      expect(visited(execution)).to.deep.equal(['start', 'manager', 'ask', 'tellLate', 'end']);
      expect(await notificationOf(stage.product, stage.grace, request)).to.include({
        status: 'expired',
        closedReason: 'timed_out',
      });
    });

    it('says so if the starter has no manager', async () => {
      const id = await stage.product.run(stage.ada, 'ask-my-manager');
      const execution = await stage.product.reached(stage.ada, id, 'completed');
      expect(visited(execution)).to.deep.equal(['start', 'manager', 'tellNobody', 'end']);
    });
  });
});

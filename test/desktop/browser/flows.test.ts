import { expect } from 'chai';
import { execution, flow, notification } from '../support/samples.ts';
import { signIn, until, visit, withClient } from './client.ts';

describe('desktop in a browser: flows and executions', () => {
  const client = withClient();

  before(async () => {
    Object.assign(client().standIn.state, { flows: [flow], executions: [execution()] });
    await signIn(client());
  });

  it("asks for the flow's input, starts it and opens its execution", async () => {
    const { page, standIn } = client();
    await visit(client(), '#/flows');
    await page.getByRole('button', { name: 'Start Expense approval' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Enter a number.').waitFor();
    await page.getByLabel('Amount in €').fill('0');
    await page.getByText('Enter a number of at least 1.').waitFor();
    await page.getByLabel('Amount in €').fill('1250');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('History').waitFor();
    const started = standIn.calls.find(({ method }) => method === 'POST');
    expect(started).to.deep.include({
      path: '/flows/expense-approval/executions',
      body: { variables: { amount: 1250 } },
    });
    expect(await page.locator('#root').getAttribute('aria-hidden'), 'the dialog gives the page back').to.equal(null);
  });

  it('starts once if the call is repeated after a busy server and a lost reply', async () => {
    const { page, standIn } = client();
    standIn.state.begun = {};
    const keys: (string | undefined)[] = [];
    await page.route('**/api/flows/*/executions', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length === 1) return route.fulfill({ status: 503, json: { code: 'unavailable', status: 503 } });
      if (keys.length > 2) return route.continue();
      expect((await route.fetch()).status()).to.equal(201);
      return route.abort('connectionreset');
    });
    await visit(client(), '#/flows');
    await page.getByRole('button', { name: 'Start Expense approval' }).click();
    await page.getByLabel('Amount in €').fill('1250');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('History').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(keys).to.have.length(3);
    expect(Object.keys(standIn.state.begun)).to.deep.equal([keys[0]]);
  });

  it('starts another execution if the person presses again after a start', async () => {
    const { page, standIn } = client();
    standIn.state.begun = {};
    for (let n = 0; n < 2; n++) {
      await visit(client(), '#/flows');
      await page.getByRole('button', { name: 'Start Expense approval' }).click();
      await page.getByLabel('Amount in €').fill('1250');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByText('History').waitFor();
    }
    expect(Object.keys(standIn.state.begun)).to.have.length(2);
  });

  it('returns the focus to the button when the dialog closes', async () => {
    const { page } = client();
    await visit(client(), '#/flows');
    await page.getByRole('button', { name: 'Start Expense approval' }).click();
    await page.getByLabel('Amount in €').waitFor();
    await page.keyboard.press('Escape');
    await until(client(), 'document.activeElement.textContent === "Start"');
  });

  it('shows where an execution waits and for whom, and links assignees to the question', async () => {
    const { page, standIn } = client();
    standIn.state.notifications = [notification({ id: execution().waitingFor[0]!.requestId! })];
    standIn.tell({ event: 'notification_changed', data: { id: 'x' } });
    await visit(client(), `#/executions/${execution().id}`);
    await page.getByText('“Ask for a signature” waits for an answer from').waitFor();
    await page.getByRole('button', { name: 'Answer now' }).click();
    await page.getByRole('article').waitFor();
  });

  it('follows an execution live', async () => {
    const { page, standIn } = client();
    await visit(client(), `#/executions/${execution().id}`);
    await page.getByText('Waiting', { exact: true }).waitFor();
    standIn.state.executions = [execution({ status: 'completed', waitingFor: [], endedAt: new Date().toISOString() })];
    standIn.tell({ event: 'execution_changed', data: { executionId: execution().id, status: 'completed' } });
    await page.getByText('Completed', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel execution' }).count()).to.equal(0);
  });

  it('names the step after which an execution failed, even if the step itself was done', async () => {
    const { page, standIn } = client();
    const message = 'The condition of the edge from "review" to "tell" is neither true nor false.';
    const timeline = execution().timeline.map((entry) => ({ ...entry, status: 'completed' as const }));
    const error = { code: 'expression_failed', message, nodeId: 'review' };
    standIn.state.executions = [execution({ status: 'failed', waitingFor: [], timeline, error })];
    standIn.tell({ event: 'execution_changed', data: { executionId: execution().id, status: 'failed' } });
    await page.getByText('This execution failed at “Ask for a signature”').waitFor();
    await page.getByText(message).waitFor();
  });

  it('cancels after a confirmation', async () => {
    const { page, standIn } = client();
    standIn.state.executions = [execution()];
    standIn.tell({ event: 'execution_changed', data: { executionId: execution().id, status: 'waiting' } });
    await visit(client(), `#/executions/${execution().id}`);
    await page.getByRole('button', { name: 'Cancel execution' }).click();
    await page.getByRole('button', { name: 'Keep it running' }).click();
    await page.getByRole('button', { name: 'Cancel execution' }).click();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.getByText('Ada Lovelace cancelled this execution.').waitFor();
    expect(await page.getByText('This execution failed').count()).to.equal(0);
    expect(standIn.calls.filter(({ path }) => path.endsWith('/cancel'))).to.have.length(1);
  });
});

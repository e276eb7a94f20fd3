import { expect } from 'chai';
import { chat, execution, flow, savedFlow } from '../support/samples.ts';
import { signIn, until, visit, withClient } from './client.ts';

const PAGE = `#/flows/${flow.id}`;

describe('desktop in a browser: retiring a flow', () => {
  const client = withClient();
  const page = () => client().page;
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true });

  before(() => signIn(client()));
  beforeEach(async () => {
    await visit(client(), '#/nowhere');
    await page().getByText('Nothing here').waitFor();
    Object.assign(client().standIn.state, {
      flows: [{ ...flow }],
      definitions: { [flow.id]: { ...savedFlow } },
      executions: [execution({ status: 'completed', waitingFor: [] })],
      chats: [{ ...chat }],
    });
    await page().reload(); // forgets what was loaded before
    await page().getByText('Nothing here').waitFor();
  });
  const actions = () =>
    client()
      .standIn.calls.map(({ method, path }) => `${method} ${path}`)
      .filter((call) => /re(tire|store)$/.test(call));

  it('asks before it is done, says what happens, and leaves the focus at the way back', async () => {
    client().standIn.calls.length = 0;
    await visit(client(), PAGE);
    await button('Retire…').press('Enter');
    await page().getByText('Running executions continue. You can bring it back at any time.').waitFor();
    await button('Keep it').click();
    expect(actions()).to.deep.equal([]);
    await button('Retire…').press('Enter');
    await button('Retire it').press('Enter');
    await page()
      .getByText(/^Retired on /)
      .waitFor();
    await until(client(), 'document.activeElement.textContent === "Bring back"');
    expect(actions()).to.deep.equal(['POST /flows/expense-approval/retire']);
    for (const gone of ['Start Expense approval', 'Edit', 'Retire…'])
      expect(await button(gone).count(), gone).to.equal(0);
    await button('Bring back').press('Enter');
    await button('Start Expense approval').waitFor();
    await until(client(), 'document.activeElement.textContent === "Retire…"');
    expect(
      await page()
        .getByText(/^Retired on /)
        .count(),
    ).to.equal(0);
  });

  it('says why it failed', async () => {
    const { refusals } = client().standIn.state;
    await visit(client(), PAGE);
    await button('Retire…').click();
    refusals['POST /flows/expense-approval/retire'] = { code: 'forbidden', status: 403 };
    await button('Retire it').click();
    await page()
      .getByRole('dialog')
      .getByText(/^You are not allowed/)
      .waitFor();
    delete refusals['POST /flows/expense-approval/retire'];
    await button('Retire it').click();
    await button('Bring back').waitFor();
  });

  it('moves the flow to the list of retired ones, which only shows if there are any', async () => {
    await visit(client(), '#/flows');
    await button('Start Expense approval').waitFor();
    const tab = page().getByRole('link', { name: 'Retired', exact: true });
    expect(await tab.count()).to.equal(0);
    await visit(client(), PAGE);
    await button('Retire…').click();
    await button('Retire it').click();
    await button('Bring back').waitFor();
    await visit(client(), '#/flows');
    await page().getByText('No flows yet').waitFor();
    await tab.click();
    await page().getByRole('link', { name: 'Expense approval' }).click();
    await button('Bring back').click();
    await button('Start Expense approval').waitFor();
  });

  it('is offered to owners only', async () => {
    const { state } = client().standIn;
    state.flows = [{ ...flow, may: { ...flow.may, share: false } }];
    await visit(client(), PAGE);
    await button('Start Expense approval').waitFor();
    expect(await button('Retire…').count()).to.equal(0);
  });

  for (const [where, hash, sign] of [
    ['the list', '#/flows', 'No flows yet'],
    ['its page', PAGE, /^Retired on /],
  ] as const)
    it(`keeps what was typed in a start dialog on ${where}, which says why nothing starts`, async () => {
      const { state } = client().standIn;
      await visit(client(), hash);
      await button('Start Expense approval').click();
      await page().getByLabel('Amount in €').fill('1250');
      state.flows = [
        { ...flow, retiredAt: new Date().toISOString(), may: { ...flow.may, start: false, change: false } },
      ];
      await button('Start').click();
      await page()
        .getByRole('dialog')
        .getByText(/^This flow is retired/)
        .waitFor();
      // the person comes back from another window after a while
      await page().evaluate(`Date.now = ((now) => () => now() + 60_000)(Date.now)`);
      await page().evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
      await page().getByText(sign).waitFor();
      expect(await page().getByLabel('Amount in €').inputValue()).to.equal('1250');
    });

  it('takes no messages in chats of the flow, except while something of theirs still runs', async () => {
    const { state } = client().standIn;
    state.chats = [{ ...chat, isFlowRetired: true }];
    await visit(client(), '#/chats/office');
    await page()
      .getByText(/^The flow of this chat is retired/)
      .waitFor();
    expect(
      await page()
        .getByRole('textbox', { name: /Office supplies/ })
        .count(),
    ).to.equal(0);
    await visit(client(), '#/nowhere');
    state.executions = [execution({ chatId: chat.id })];
    client().standIn.tell({
      event: 'execution_changed',
      data: { executionId: state.executions[0]!.id, status: 'waiting' },
    });
    await page().reload();
    await visit(client(), '#/chats/office');
    await page()
      .getByText(/^The flow of this chat is retired/)
      .waitFor();
    await page()
      .getByRole('textbox', { name: /Office supplies/ })
      .waitFor();
  });
});

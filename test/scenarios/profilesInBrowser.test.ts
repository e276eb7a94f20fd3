import { expect } from 'chai';
import { startProduct, type TestProduct } from '../support/product.ts';
import { signInOn } from '../desktop/support/screens/signIn.ts';
import { useBrowsers } from './browsing.ts';
import { asking, publish } from './support.ts';

describe("people's profiles in a browser (behaviour 5.3)", function () {
  this.timeout(90_000);
  let product: TestProduct;
  const { complaints, open, signIn } = useBrowsers(() => product);

  before(async () => void (product = await startProduct()));
  after(() => product?.close());
  beforeEach(() => void complaints.splice(0));

  async function ask(flowId: string, assignee: string): Promise<string> {
    const ada = await product.as('ada@sandbox.test');
    await ada.call('POST', '/me/profile', { refresh: true });
    const human = {
      inputType: 'form',
      prompt: 'Who takes over?',
      assignees: { users: [assignee] },
      variables: [{ name: 'who', type: 'user', label: 'Successor', required: true }],
    };
    await publish(ada, asking({ id: flowId, human }));
    return product.run(ada, flowId);
  }

  it('show who asks, with picture and job, and what is stored about oneself', async () => {
    await ask('known', 'grace@sandbox.test');
    const grace = await signIn('Grace Hopper');
    const row = grace.getByRole('link', { name: /Who takes over/ });
    await row.locator('img').waitFor();
    await row.click();
    await grace.getByText('From Ada Lovelace (Head of Operations, Operations)').waitFor();
    await grace.getByRole('combobox', { name: /Successor/ }).pressSequentially('alan');
    await grace
      .getByRole('option', { name: /Alan Turing/ })
      .getByText(/Engineer.* · alan@sandbox.test/)
      .waitFor();
    await grace.keyboard.press('Escape');
    await grace.getByRole('button', { name: /^Account of/ }).click();
    await grace.getByRole('button', { name: 'Refresh' }).click();
    await grace.getByText('Engineering Manager, Engineering').waitFor();
    await grace.getByText(/^From the directory, /).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('let guests answer, with an address field where others can search', async () => {
    const id = await ask('unknown', 'joan@fabrikam.test');
    const joan = await open();
    await joan.goto(product.url);
    await signInOn(joan).signIn.click();
    for (let scopes = 4; scopes > 0; scopes--) await joan.getByRole('button', { name: 'Joan Clarke' }).click(); // fewer and fewer
    await joan.getByRole('navigation').first().waitFor();
    await joan.getByText('Who takes over?').first().click();
    await joan.getByText('From Ada Lovelace', { exact: true }).first().waitFor();
    expect(complaints, 'asks for no profile of others').to.deep.equal([]);
    await joan.getByRole('combobox', { name: /Successor/ }).pressSequentially('alan@sandbox.test');
    await joan.getByRole('option', { name: /use it as typed/ }).click();
    await joan.getByRole('button', { name: 'Send answer' }).click();
    const ada = await product.as('ada@sandbox.test');
    const { context } = await product.reached(ada, id, 'completed');
    expect(JSON.stringify(context)).to.include('Alan Turing');
    expect(
      complaints.every((each) => /403/.test(each)),
      String(complaints),
    ).to.equal(true);
  });
});

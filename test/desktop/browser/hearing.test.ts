import { expect } from 'chai';
import { HEARD } from '../support/announced.ts';
import { assignment } from '../support/assignmentSamples.ts';
import { keep } from '../places/steps.ts';
import { draftOf, everything } from '../places/given.ts';
import { questionIn } from '../support/screens/question.ts';
import { signIn, until, visit, withClient } from './client.ts';

describe('desktop in a browser: with a screen reader', () => {
  const client = withClient();
  const page = () => client().page;
  const press = (name: string | RegExp) => page().getByRole('button', { name }).first().click();

  before(async () => {
    await client().context.addInitScript(HEARD);
    Object.assign(client().standIn.state, everything(), { roles: ['administrator'] });
    await signIn(client());
  });
  beforeEach(() => page().evaluate('window.heard = []'));

  async function hear(words: string): Promise<string[]> {
    await until(client(), `window.heard.some((each) => each.includes(${JSON.stringify(words)}))`);
    return page().evaluate<string[]>('window.heard');
  }

  /** What is announced is shown too, because its row is gone. */
  const toast = (words: string) =>
    page().getByRole('region', { name: 'Answers on their way' }).getByText(words).waitFor();

  it('announces once that an answer was given', async () => {
    await visit(client(), '#/notifications/sure');
    await press('Stay');
    await questionIn(page()).undo.waitFor();
    const heard = await hear('unless you undo it');
    expect(heard.filter((each) => /sent in/i.test(each))).to.have.length(1);
  });

  it("announces the outcome of the person's own question, and what each button belongs to", async () => {
    await visit(client(), '#/notifications?scope=asked');
    await press('Remind: May the standing desk be bought?');
    await hear('A reminder is on its way: May the standing desk be bought?');
    await press('Withdraw: May the standing desk be bought?');
    await page()
      .getByRole('textbox', { name: /^Reason/ })
      .fill('Bought already.');
    await press('Withdraw question');
    await hear('Withdrawn: May the standing desk be bought?');
    await toast('Withdrawn: May the standing desk be bought?');
  });

  it('says how many questions a search leaves', async () => {
    await visit(client(), '#/notifications');
    const said = page().getByRole('status');
    await page().getByRole('searchbox').fill('no question has such words');
    await said.filter({ hasText: '0 questions match' }).waitFor();
    await page().getByRole('searchbox').fill('');
    await until(
      client(),
      `![...document.querySelectorAll('[role=status]')].some((each) => /match/.test(each.textContent))`,
    );
  });

  it('announces the outcome of an assignment, and what each button belongs to', async () => {
    const done = assignment({ id: 'policy', status: 'completed' });
    await page().route('**/api/assignments/policy/complete', (route) => {
      const { state } = client().standIn;
      state.assignments = state.assignments.filter(({ id }) => id !== 'policy');
      return route.fulfill({ json: done });
    });
    await visit(client(), '#/assignments');
    await press('More for “Read the policy”');
    await page().getByRole('menuitem', { name: 'Mark complete' }).click();
    await hear('“Read the policy” is marked complete.');
    await toast('“Read the policy” is marked complete.');
    await page().getByRole('button', { name: 'Resume: Read the policy' }).waitFor({ state: 'detached' });
    await until(client(), 'document.activeElement === document.querySelector("main")'); // continues where it was
    await press('Retry: A quiz');
  });

  it('says of whose assignment each button of its sender is, and what it asks', async () => {
    await visit(client(), '#/assignments/graces');
    await page().getByRole('button', { name: 'Remind: Grace Hopper' }).waitFor();
    const asked = { Cancel: '', Reassign: '' };
    for (const action of ['Cancel', 'Reassign'] as const) {
      await press('More for “Grace Hopper”');
      await page().getByRole('menuitem', { name: action }).click();
      const title = page().getByRole('dialog').getByRole('heading');
      asked[action] = (await title.textContent())!;
      await page().keyboard.press('Escape');
      await title.waitFor({ state: 'detached' });
    }
    expect(asked).to.deep.equal({
      Cancel: 'Cancel “Read the policy” for Grace Hopper',
      Reassign: 'Reassign “Read the policy” from Grace Hopper',
    });
  });

  it('reads a title apart from what follows it', async () => {
    await visit(client(), '#/secrets');
    await press('New secret');
    await press('Store secret');
    const heard = await hear('2 fields need another look');
    expect(heard.join()).to.include('another look Name Value');
    await page().keyboard.press('Escape');
  });

  it('announces that settings are saved', async () => {
    await visit(client(), '#/admin/search');
    await press('Change…');
    await page().getByRole('textbox', { name: 'Index' }).fill('documents');
    await press('Save');
    await hear('Saved.');
  });

  it('announces that a chat is saved', async () => {
    await visit(client(), '#/chats/office');
    await press('More for this chat');
    await page().getByRole('menuitem', { name: 'Edit' }).click();
    await page().getByRole('textbox', { name: 'Name' }).fill('Office supplies, new');
    await press(/^Save/);
    await hear('Saved.');
  });

  it('announces that an execution is cancelled', async () => {
    await visit(client(), '#/executions');
    await page()
      .getByRole('link', { name: /^Expense/ })
      .first()
      .click();
    await press('Cancel execution');
    await press('Cancel it');
    await hear('The execution is cancelled.');
  });

  const focused = '(document.activeElement.closest("main") ? document.activeElement.tagName : "nowhere")';

  it('keeps the focus near a pressed control that is gone: a selection, and unsent text', async () => {
    await visit(client(), '#/notifications');
    await page().locator('main input[type="checkbox"]').first().check();
    await press('Clear selection');
    await until(client(), `${focused} === 'MAIN'`);
    await keep(draftOf('late'))(client());
    await visit(client(), '#/notifications/late');
    await press('Discard it');
    await until(client(), `${focused} === 'ARTICLE'`);
  });
});

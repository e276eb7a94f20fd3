import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { stopTime } from '../support/pageTime.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';
import { questionIn } from '../desktop/support/screens/question.ts';
import { flowEditorOn } from '../desktop/support/screens/flowEditor.ts';

/** Asks Grace about a number of days; her answer decides how it ends. */
const LEAVE = {
  id: 'leave',
  name: 'Leave',
  nodes: [
    {
      id: 'start',
      type: 'start',
      name: 'Start',
      config: { variables: [{ name: 'days', type: 'number', label: 'Days', required: true }] },
    },
    {
      id: 'ask',
      type: 'human',
      name: 'Ask Grace',
      config: {
        inputType: 'approval',
        prompt: 'May I be away for {{ days }} days?',
        assignees: { users: ['grace@sandbox.test'] },
      },
    },
    { id: 'end', type: 'end', name: 'Done', config: {} },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'end' },
  ],
};

/** An author's afternoon: only the tenant is a stand-in. */
describe('writing a flow, in a browser', function () {
  this.timeout(90_000);
  let product: TestProduct;
  let ada: Page;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
    ada = await signIn('Ada Lovelace');
  });
  after(() => product?.close());
  afterEach(() => {
    const refused = /status of (422|409)|^(422|409) \S+\/api\/flows/; // the refusals that these stories are about
    expect(complaints.filter((each) => !refused.test(each))).to.deep.equal([]);
  });

  const textOf = (page: Page) => flowEditorOn(page).definition;
  const save = (page: Page) => page.getByRole('button', { name: /^Save( as a new version)?$/ }).click();
  async function change(page: Page, from: string, to: string): Promise<void> {
    await flowEditorOn(page).rewrite(from, to);
  }
  async function goTo(page: Page, name: string): Promise<void> {
    await page.getByRole('link', { name, exact: true }).first().click();
  }
  async function run(page: Page, days: string): Promise<void> {
    await page.getByRole('button', { name: 'Start Leave' }).click();
    await page.getByLabel('Days').fill(days);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('“Ask Grace” waits for an answer from').waitFor();
  }

  it('leads from an error at its node to a saved flow', async () => {
    await goTo(ada, 'Flows');
    await ada.getByRole('button', { name: 'New flow' }).click();
    await flowEditorOn(ada).begin();
    await flowEditorOn(ada).openText();
    await flowEditorOn(ada).write(JSON.stringify(LEAVE, null, 2).replace('"approval"', '"oracle"'));
    await save(ada);
    await ada.getByText('One thing needs another look').waitFor();
    await ada.getByRole('group', { name: 'Ask Grace, Question · needs another look' }).waitFor();
    await ada.getByRole('button', { name: /Ask Grace · config\.inputType \(line \d+\)/ }).click();
    await ada.keyboard.type('"approval"'); // the place is selected, so typing replaces it
    await save(ada);
    await ada.getByRole('heading', { name: 'Leave', level: 1 }).waitFor();
    await ada.getByText('Version 1', { exact: true }).first().waitFor();
  });

  it('runs it, and tells where it waits and for whom until it is completed', async () => {
    await run(ada, '3');
    await ada.getByLabel('What the flow waits for').getByText('Grace Hopper').waitFor();
    await ada.getByRole('group', { name: 'Ask Grace, Question · waits here' }).waitFor();
    await ada.getByRole('listitem').filter({ hasText: 'Question · Waiting' }).waitFor();

    const grace = await signIn('Grace Hopper');
    await grace
      .getByRole('link', { name: /^Inbox/ })
      .first()
      .click(); // a count may be beside it
    await grace.getByRole('link', { name: /May I be away for 3 days/ }).click();
    await stopTime(grace);
    await questionIn(grace).approve.click();
    await questionIn(grace).sendNow.click();

    await ada.getByText('Completed', { exact: true }).first().waitFor();
    await ada.getByRole('group', { name: 'Ask Grace, Question · done' }).waitFor();
    await ada.getByRole('listitem').filter({ hasText: 'Grace Hopper answered: Approve' }).waitFor();
  });

  it('loads the next version from a file, and lists both with who saved them', async () => {
    await goTo(ada, 'Flows');
    await goTo(ada, 'Leave');
    await ada.getByRole('button', { name: 'Edit' }).click();
    await textOf(ada).waitFor();
    const buffer = Buffer.from(JSON.stringify({ ...LEAVE, description: 'Asks for days off' }, null, 4));
    await ada.locator('input[type=file]').setInputFiles({ name: 'leave.json', mimeType: 'application/json', buffer });
    await save(ada);
    await ada.getByText('Asks for days off', { exact: true }).waitFor();
    const versions = ada.getByRole('region', { name: 'Versions' }).getByRole('listitem');
    await versions.nth(1).waitFor();
    expect(await versions.allInnerTexts()).to.satisfy((texts: string[]) =>
      texts.every((text, n) => text.includes(`Version ${2 - n}`) && text.includes('Saved by Ada Lovelace')),
    );
    await ada.getByRole('link', { name: 'Version 1' }).click();
    await ada.getByText('This is version 1; the newest is version 2.').waitFor();
  });

  it('tells one of two authors that the other was faster, and lets them look and decide', async () => {
    const other = await signIn('Ada Lovelace');
    for (const page of [ada, other]) {
      await goTo(page, 'Flows');
      await goTo(page, 'Leave');
      await page.getByRole('button', { name: 'Edit' }).click();
      await flowEditorOn(page).openText();
      await textOf(page).waitFor();
    }
    await change(other, '"Done"', '"Theirs"');
    await change(ada, '"Done"', '"Mine"');
    await save(other);
    await other.getByRole('group', { name: 'Theirs' }).waitFor();
    await save(ada);
    await ada.getByText('Version 3 has been saved since you started').waitFor();
    await ada.getByText('Saved by Ada Lovelace').waitFor();
    await ada.getByRole('link', { name: 'Look at version 3' }).click();
    await ada.getByRole('group', { name: 'Theirs' }).waitFor();
    await ada.getByRole('button', { name: 'Edit' }).click();
    expect(await flowEditorOn(ada).read()).to.include('"Mine"');
    await ada.getByRole('button', { name: 'Save mine over it' }).click();
    await ada.getByText('Version 4', { exact: true }).first().waitFor();
    await ada.getByRole('group', { name: 'Mine' }).waitFor();
  });

  it('cancels an unwanted execution', async () => {
    await goTo(ada, 'Flows');
    await run(ada, '30');
    await ada.getByRole('button', { name: 'Cancel execution' }).click();
    await ada.getByRole('button', { name: 'Cancel it' }).click();
    await ada.getByText('Cancelled', { exact: true }).first().waitFor();
    await ada.getByRole('group', { name: 'Ask Grace, Question · cancelled' }).waitFor();
    expect(await ada.getByRole('button', { name: 'Cancel execution' }).count()).to.equal(0);
  });
});

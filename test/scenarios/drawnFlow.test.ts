import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import type { SavedFlow } from '../../contract/flows.ts';
import { definitionOf } from '../../desktop/renderer/flows/definition.ts';
import { flowEditorOn } from '../desktop/support/screens/flowEditor.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';

const samples = readdirSync('samples').filter((name) => name.endsWith('.json'));

const FRAMES = `(async () => { for (let n = 0; n < 20; n++) await new Promise(requestAnimationFrame); })()`;

/** Authors who write no JSON: only the tenant is a stand-in. */
describe('drawing a flow, in a browser', function () {
  this.timeout(180_000);
  let product: TestProduct;
  let ada: Page;
  let adaCalls: Client;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct({ samples: true });
    ada = await signIn('Ada Lovelace');
    adaCalls = await product.as('ada@sandbox.test');
  });
  after(() => product?.close());
  afterEach(() => {
    const refused = /status of 409|^409 \S+\/api\/flows/; // what one of two authors is told
    expect(complaints.filter((each) => !refused.test(each))).to.deep.equal([]);
  });

  const panel = () => flowEditorOn(ada).panel;
  const newFlow = async (name: string): Promise<void> => {
    await ada.goto(`${product.url}/#/new-flow`);
    await flowEditorOn(ada).begin('With an empty flow');
    await ada.getByLabel('Name of the flow').fill(name);
  };
  /** From the dot below a step to another step. */
  const drawLine = async (from: RegExp, to: RegExp): Promise<void> => {
    const target = ada.getByRole('group', { name: to });
    await target.hover(); // it is in view then, and no longer moves
    await ada.getByRole('group', { name: from }).locator('.react-flow__handle-bottom').hover();
    await ada.mouse.down();
    const place = (await target.boundingBox())!;
    await ada.mouse.move(place.x + place.width / 2, place.y + 10, { steps: 8 });
    await ada.locator('.react-flow__connection').waitFor({ state: 'attached' });
    await ada.evaluate(FRAMES); // a person may hesitate while drawing
    expect(await target.boundingBox(), 'where it was').to.deep.equal(place);
    await ada.mouse.up();
  };
  /** As a person without a mouse gets there. */
  const tabTo = async (target: Locator, key = 'Tab'): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await target.and(ada.locator(':focus')).count()) > 0) return;
      await ada.keyboard.press(key);
    }
    throw new Error(`No way leads to ${String(target)}`);
  };
  const saved = async (id: string) => {
    await ada.getByRole('heading', { level: 1, name: /by/ }).waitFor();
    return (await adaCalls.call<Pick<SavedFlow, 'nodes' | 'edges'>>('GET', `/flows/${id}`)).body;
  };
  /** The starter is asked, and approves. */
  const runToEnd = async (id: string): Promise<void> => {
    const execution = await product.run(adaCalls, id);
    await product.reached(adaCalls, execution, 'waiting');
    const [asked] = await product.inbox(adaCalls);
    await adaCalls.call('POST', `/user/notifications/${asked!.id}/respond`, 'approved');
    await product.reached(adaCalls, execution, 'completed');
  };

  it('works by mouse: added, filled in, saved, run and answered', async () => {
    await newFlow('Drawn by mouse');
    await ada.getByRole('button', { name: 'Add a step between “Start” and “Done”' }).click();
    await ada.getByRole('button', { name: /^Question/ }).click();
    await panel().getByLabel('Question', { exact: false }).first().fill('May I draw?');
    await panel().getByRole('button', { name: 'Add a step after it' }).click();
    await ada.getByRole('button', { name: /^Message/ }).click();
    await panel().getByLabel('Message').fill('You may.');
    await ada.getByRole('group', { name: /^Question, / }).click();
    await drawLine(/^Question, /, /^Done, /);
    const ways = panel().getByRole('region', { name: 'What comes next' }).getByRole('listitem');
    await ways.nth(1).waitFor();
    await ways.nth(0).getByLabel('When').selectOption('when');
    await ways.nth(0).getByLabel('Value', { exact: true }).selectOption('Approve');
    await ada.getByRole('button', { name: 'Save', exact: true }).click();
    const { nodes, edges } = await saved('drawn-by-mouse');
    expect(nodes.map(({ type }) => type)).to.deep.equal(['start', 'human', 'message', 'end']);
    expect(edges).to.deep.include.members([
      { from: 'human', to: 'message', when: 'human.value = "approved"' },
      { from: 'human', to: 'end' },
    ]);
    await runToEnd('drawn-by-mouse');
  });

  it('works by keyboard alone', async () => {
    await ada.goto(`${product.url}/#/new-flow`);
    await ada.reload();
    await ada.getByRole('heading', { name: 'How would you like to begin?' }).waitFor();
    await tabTo(ada.getByRole('button', { name: /^With an empty flow/ }));
    await ada.keyboard.press('Enter');
    await tabTo(ada.getByLabel('Name of the flow'));
    await ada.keyboard.press('ControlOrMeta+a');
    await ada.keyboard.type('Drawn by keyboard');
    await tabTo(ada.getByRole('group', { name: /^Start, / }));
    await ada.keyboard.press('+');
    await ada.getByRole('searchbox', { name: 'Find a kind of step' }).and(ada.locator(':focus')).waitFor();
    await ada.keyboard.type('question');
    await ada.keyboard.press('Enter');
    await tabTo(panel().getByRole('textbox', { name: 'Question' }));
    await ada.keyboard.press('ControlOrMeta+a');
    await ada.keyboard.type('May keys draw?');
    await tabTo(ada.getByRole('group', { name: /^Start, / }), 'Shift+Tab');
    await ada.keyboard.press('ArrowDown');
    await ada
      .getByRole('group', { name: /^Question, / })
      .and(ada.locator(':focus'))
      .waitFor();
    await ada.keyboard.press('Delete');
    await ada.getByRole('group', { name: /^Question, / }).waitFor({ state: 'detached' });
    await tabTo(ada.getByRole('button', { name: 'Undo' }), 'Shift+Tab');
    await ada.keyboard.press('Enter');
    await ada.getByRole('group', { name: /^Question, / }).waitFor();
    await tabTo(ada.getByRole('button', { name: 'Save', exact: true }));
    await ada.keyboard.press('Enter');
    const { nodes } = await saved('drawn-by-keyboard');
    expect(nodes.map(({ type }) => type)).to.deep.equal(['start', 'human', 'end']);
    expect(nodes[1]!.config).to.include({ prompt: 'May keys draw?' });
    await runToEnd('drawn-by-keyboard');
  });

  it("tells one of two authors of the other's change, and keeps the drawing", async () => {
    const other = await signIn('Ada Lovelace');
    for (const page of [ada, other]) {
      await page.goto(`${product.url}/#/flows/drawn-by-mouse/edit`);
      await flowEditorOn(page).openStep('Message');
    }
    await flowEditorOn(other).panel.getByLabel('Name of the step').fill('Theirs');
    await panel().getByLabel('Message').fill('Mine.');
    const save = (page: Page) => page.getByRole('button', { name: 'Save as a new version' }).click();
    await save(other);
    await other.getByRole('group', { name: /^Theirs/ }).waitFor();
    await save(ada);
    await ada.getByText('Version 2 has been saved since you started').waitFor();
    await ada.getByText('They changed “Theirs”.').waitFor();
    expect(await panel().getByLabel('Message').inputValue()).to.equal('Mine.');
    await ada.getByRole('button', { name: 'Save mine over it' }).click();
    await ada.getByText('Version 3', { exact: true }).first().waitFor();
    const { nodes } = (await adaCalls.call<SavedFlow>('GET', '/flows/drawn-by-mouse')).body;
    expect(nodes.find(({ type }) => type === 'message')).to.deep.include({
      name: 'Message',
      config: { text: 'Mine.' },
    });
  });

  it("tries a flow with its author's answers, and asks nobody", async () => {
    await ada.goto(`${product.url}/#/flows/expense-approval/edit`);
    await ada.getByRole('button', { name: 'Try it' }).click();
    await ada.getByLabel('Amount in euro').fill('12');
    await ada.getByRole('button', { name: 'Begin', exact: true }).click();
    await ada.getByText('An expense of 12.00 euro is waiting').waitFor();
    await ada
      .getByRole('radio', { name: 'Approve', exact: true })
      .or(ada.getByRole('button', { name: 'Approve', exact: true }))
      .first()
      .click();
    const answer = ada.getByRole('button', { name: 'Answer', exact: true });
    const end = ada.getByText('The flow has reached its end.');
    await end.or(answer).first().waitFor();
    if (await answer.isVisible()) await answer.click();
    await end.waitFor();
    await ada.getByRole('list', { name: 'Steps so far' }).getByText('approved the expense of 12.00 euro').waitFor();
  });

  it('saves every sample unchanged, letter by letter', async () => {
    for (const file of samples) {
      const sample = JSON.parse(readFileSync(`samples/${file}`, 'utf8')) as { id: string };
      const stored = async () => (await adaCalls.call<SavedFlow>('GET', `/flows/${sample.id}`)).body;
      const before = await stored();
      await ada.goto(`${product.url}/#/flows/${sample.id}/edit`);
      await ada.getByRole('button', { name: 'Save as a new version' }).click();
      await ada.waitForURL(({ hash }) => hash === `#/flows/${sample.id}`);
      const after = await stored();
      expect(after.version).to.equal(before.version + 1);
      expect(JSON.stringify(definitionOf(after))).to.equal(JSON.stringify(definitionOf(before)));
      expect(definitionOf(after)).to.deep.equal(sample);
    }
  });
});

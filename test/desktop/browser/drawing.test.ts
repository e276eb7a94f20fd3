import { expect } from 'chai';
import { until as untilHere } from '../../support/until.ts';
import { SETTLED } from '../support/layout.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { flow, savedFlow } from '../support/samples.ts';
import { signIn, until, visit, withClient } from './client.ts';

const STATUSES = 'Statuses of 400 and above that are not failures';

describe('desktop in a browser: drawing a flow', () => {
  const client = withClient();
  const editor = () => flowEditorOn(client().page);
  before(async () => {
    Object.assign(client().standIn.state, {
      flows: [flow],
      definitions: { [flow.id]: savedFlow },
      roles: ['author'],
    });
    await signIn(client());
  });
  /** Each test starts with the saved flow and its drawing. */
  beforeEach(async () => {
    await visit(client(), '#/nowhere');
    await client().page.evaluate(`for (const name of Object.keys(localStorage))
      if (/^handback.(definition|flowView)/.test(name)) localStorage.removeItem(name)
      dispatchEvent(new StorageEvent('storage'))`);
    await visit(client(), '#/flows/expense-approval/edit');
    await client()
      .page.getByRole('group', { name: /^Start, / })
      .waitFor();
  });
  after(() => expect(client().complaints).to.deep.equal([]));

  it('builds conditions from the outputs of earlier steps, and shows them as expressions', async () => {
    const { page } = client();
    await editor().openStep('Is that clear\\?');
    const expression = editor().panel.getByLabel('Condition as an expression');
    expect(await expression.inputValue()).to.equal("review.value = 'approved'");
    await editor().panel.getByLabel('Value', { exact: true }).selectOption('Reject');
    expect(await expression.inputValue()).to.equal('review.value = "rejected"');
    await expression.fill('$count(review.responses) > 1');
    await editor().panel.getByLabel('Value', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'JSON' }).click();
    expect(await editor().read()).to.include('"when": "$count(review.responses) > 1"');
  });

  it('shows errors at their step, as soon as they arise', async () => {
    const { page } = client();
    await editor().openStep('Tell everybody');
    await editor().panel.getByLabel('Message').fill('{{ amount + }}');
    await editor().panel.getByText('The expression is not finished').first().waitFor();
    await page.getByRole('group', { name: 'Tell everybody, Message · needs another look' }).waitFor();
    await page.getByRole('button', { name: 'Take back my changes' }).click();
    await page
      .getByRole('group', { name: 'Tell everybody, Message · needs another look' })
      .waitFor({ state: 'detached' });
  });

  const edges = async (): Promise<{ from: string; to: string; when?: string }[]> => {
    await editor().openText();
    const { edges: written } = JSON.parse(await editor().read()) as { edges: { from: string; to: string }[] };
    await editor().openDrawing();
    return written;
  };

  it('connects steps by drawing a line from one to the other, and undoes it', async () => {
    const { page } = client();
    const grip = page.getByRole('group', { name: /^Tell everybody, / }).locator('.react-flow__handle-bottom');
    await grip.hover();
    await page.mouse.down();
    const target = (await page.getByRole('group', { name: /^Ask for a signature, / }).boundingBox())!;
    await page.mouse.move(target.x + target.width / 2, target.y + 10, { steps: 8 });
    await page.mouse.up();
    await editor().panel.getByLabel('Continues with').nth(1).waitFor();
    expect(await edges()).to.deep.include({ from: 'tell', to: 'review' });
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await edges()).to.not.deep.include({ from: 'tell', to: 'review' });
  });

  const isInView = (name: string): Promise<boolean> =>
    client().page.evaluate(`(() => {
      const step = document.querySelector('[aria-label^="${name}, "]');
      const [inner, outer] = [step, step.closest('.react-flow')].map((each) => each.getBoundingClientRect());
      return inner.top >= outer.top && inner.bottom <= outer.bottom;
    })()`);
  const addAfter = async (step: string): Promise<void> => {
    const { page } = client();
    await page.getByRole('group', { name: new RegExp(`^${step}, `) }).focus();
    await page.keyboard.press('+');
    await page.getByRole('button', { name: /^Message/ }).click();
  };

  it('keeps all steps in view while it grows, until the person zooms into a part', async () => {
    const { page } = client();
    const shows = () => page.locator('.react-flow__viewport').getAttribute('style');
    await addAfter('Start');
    await untilHere(async () => (await isInView('Start')) && (await isInView('Done')));
    await page.getByRole('button', { name: 'Larger' }).click();
    await page.evaluate(SETTLED);
    const chosen = await shows();
    await addAfter('Start');
    await page.evaluate(SETTLED);
    expect(await shows()).to.equal(chosen);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await untilHere(() => isInView('Done'));
    await page.getByRole('button', { name: 'Take back my changes' }).click();
  });

  it('connects them with a key, asks for a condition, and removes the edge again', async () => {
    const { page } = client();
    await page.getByRole('group', { name: /^Tell everybody, / }).focus();
    await page.keyboard.press('C'); // as with Caps Lock
    await page.getByRole('button', { name: 'Is that clear?', exact: true }).press('Enter');
    const way = editor().panel.getByRole('region', { name: 'What comes next' }).getByRole('listitem').nth(1);
    await way.getByLabel('When').selectOption('when');
    await way.getByLabel('What is compared').selectOption({ label: 'Amount in €' });
    await way.getByLabel('Value', { exact: true }).fill('7');
    expect(await edges()).to.deep.include({ from: 'tell', to: 'isClear', when: 'amount > 7' });
    await way.getByRole('button', { name: 'Remove the connection to “Is that clear?”' }).click();
    expect((await edges()).filter(({ from }) => from === 'tell')).to.have.length(1);
  });

  it('compares with negative and decimal numbers, key by key', async () => {
    const { page } = client();
    await editor().openStep('Is that clear\\?');
    const expression = editor().panel.getByLabel('Condition as an expression');
    await expression.fill('amount > 7');
    const value = editor().panel.getByLabel('Value', { exact: true });
    await value.click();
    await value.press('ControlOrMeta+a');
    await page.keyboard.type('-5.25', { delay: 30 });
    expect([await value.inputValue(), await expression.inputValue()]).to.deep.equal(['-5.25', 'amount > -5.25']);
    await value.press('ControlOrMeta+a');
    await value.press('Backspace');
    expect([await value.inputValue(), await expression.inputValue()]).to.deep.equal(['', 'amount > -5.25']);
    await value.press('Tab');
    expect(await value.inputValue(), 'what counts').to.equal('-5.25');
  });

  it("accepts a name that begins with another value's name, and keeps the old name if the new one is taken", async () => {
    const { page } = client();
    await page.getByRole('group', { name: /^Start, / }).focus();
    await page.keyboard.press('+');
    await page.getByRole('button', { name: /^Set values/ }).click();
    const name = (number: number) => editor().panel.getByLabel(`Names and expressions: name ${number}`);
    await name(1).fill('total');
    await editor().panel.getByRole('button', { name: 'Add', exact: true }).click();
    const retype = async (text: string) => {
      await name(2).click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text, { delay: 20 });
    };
    await retype('total2');
    expect(await name(2).inputValue()).to.equal('total2');
    await page.keyboard.press('Tab');
    await retype('total');
    await editor().panel.getByText('Another entry has this name.').waitFor();
    await page.keyboard.press('Tab');
    expect([await name(1).inputValue(), await name(2).inputValue()]).to.deep.equal(['total', 'total2']);
  });

  it('shows an error of a part without its own field at the enclosing field', async () => {
    const { page } = client();
    await page.getByRole('group', { name: /^Start, / }).focus();
    await page.keyboard.press('+');
    await page.getByRole('button', { name: /^HTTP request/ }).click();
    await editor().panel.getByLabel('How long to wait').fill('20'); // 30 seconds at most
    expect(await editor().panel.getByLabel('Unit').inputValue()).to.equal('seconds');
    await editor().panel.getByLabel(STATUSES).fill('[404, 999]');
    const field = editor()
      .panel.locator('.fui-Field')
      .filter({ has: page.getByLabel(STATUSES) });
    await field.getByText('Enter a number of at most 599.').waitFor();
  });

  it('undoes the edit of one field, and not what was typed in another just before', async () => {
    const { page } = client();
    await editor().openStep('Ask for a signature');
    const prompt = editor().panel.getByRole('textbox', { name: 'Question', exact: true });
    const starter = editor().panel.getByLabel('Also the person who started the flow');
    await prompt.fill('Really?');
    await starter.check();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect([await prompt.inputValue(), await starter.isChecked()]).to.deep.equal(['Really?', false]);
  });

  it('calls an edge "always" if only error edges leave beside it', async () => {
    const when = (step: string) =>
      editor()
        .openStep(step)
        .then(() => editor().panel.getByLabel('When', { exact: true }).first().locator('option:checked').innerText());
    expect(await when('Ask for a signature')).to.equal('Always');
    expect(await when('Is that clear\\?')).to.equal('If a condition is true');
  });

  it('asks whether undefined names are intended, and links to them', async () => {
    const { page } = client();
    await editor().openStep('Ask for a signature');
    await editor().panel.getByLabel('Also the person who started the flow').check(); // the assignees are missing
    await editor().openStep('Tell everybody');
    await editor().panel.getByLabel('Message').fill('{{ amounts }} €');
    const asked = page.getByText('One entry can be saved, but has no effect or no value: is that intended?');
    await asked.waitFor();
    await page.getByText('Nothing in this flow gives “amounts” a value').waitFor();
    await editor().openStep('Start');
    await page.getByRole('button', { name: 'Tell everybody · Message' }).click();
    expect(await editor().panel.getByLabel('Message').inputValue()).to.equal('{{ amounts }} €');
    await editor().panel.getByLabel('Message').fill('{{ amount }} €');
    await asked.waitFor({ state: 'detached' });
  });

  it("changes a step's id, and all references follow", async () => {
    await editor().openStep('Ask for a signature');
    await editor().panel.getByText('More about this step').click();
    const id = editor().panel.getByLabel('ID', { exact: true });
    await id.fill('end');
    await editor().panel.getByText('Another step has this ID.').waitFor();
    await id.fill('signature');
    await id.press('Enter');
    await editor().openStep('Is that clear\\?');
    expect(await editor().panel.getByLabel('Condition as an expression').inputValue()).to.equal(
      "signature.value = 'approved'",
    );
    expect(await editor().panel.getByLabel('What is computed').inputValue()).to.equal('signature.value');
  });

  it('edits key figures as rows, and adds what a kind needs', async () => {
    await editor().openStep('Ask for a signature');
    await editor().panel.getByRole('button', { name: 'Add to Key figures' }).click();
    const figure = editor().panel.getByRole('region', { name: 'Key figures' }).getByRole('listitem');
    await figure.getByLabel('What people read').fill('Amount');
    await figure.getByLabel(/^Value/).fill('amount');
    await figure.getByLabel('Kind').selectOption('money');
    await figure.getByLabel('Currency').fill('EUR');
    await editor().openText();
    expect(JSON.parse(await editor().read()))
      .to.have.nested.property('nodes[1].config.facts')
      .that.deep.equals([{ label: 'Amount', value: 'amount', kind: 'money', currency: 'EUR' }]);
  });

  it('offers completions in the text, and releases the focus with Tab', async () => {
    const { page } = client();
    await editor().openText();
    await editor().write('{ "nodes": [{ "type": "human", "config": {} }] }');
    for (let n = 0; n < 6; n += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('"str');
    await page.getByRole('option', { name: /strategy/ }).click();
    await page.getByRole('option', { name: /Everybody has to answer/ }).click();
    expect(await editor().read()).to.include('"config": {"strategy": "all"}');
    await page.keyboard.press('ControlOrMeta+z');
    await until(client(), `!document.querySelector('.cm-content').textContent.includes('all')`);
    await page.keyboard.press('Tab');
    await until(client(), `!document.activeElement.matches('.cm-content')`);
  });

  it('undoes in the text what was done in the drawing, and vice versa', async () => {
    const { page } = client();
    await page.getByRole('group', { name: /^Tell everybody, / }).focus();
    await page.keyboard.press('Delete');
    await editor().openText();
    expect(await editor().read()).to.not.include('Tell everybody');
    await page.keyboard.press('ControlOrMeta+z');
    expect(await editor().read()).to.include('Tell everybody');
    await page.keyboard.press('ControlOrMeta+y');
    await editor().openDrawing();
    await page.getByRole('group', { name: /^Tell everybody, / }).waitFor({ state: 'detached' });
  });

  it('shows errors in the text at their position', async () => {
    const { page } = client();
    await editor().openText();
    await editor().rewrite('"Signed."', '"{{ amount + }}"');
    await page.locator('.cm-lintRange-error', { hasText: '{{ amount + }}' }).hover();
    await page.locator('.cm-tooltip-lint').getByText('The expression is not finished').waitFor();
  });

  it('opens five hundred steps, draws those in view, and follows what is typed', async () => {
    const { page, standIn } = client();
    const steps = Array.from({ length: 498 }, (_, n) => ({
      id: `say${n}`,
      type: 'message',
      name: `Say ${n}`,
      config: { text: `Step {{ amount }} of ${n}` },
    }));
    const ids = ['begin', ...steps.map(({ id }) => id), 'end'];
    const large = {
      ...savedFlow,
      id: 'large',
      name: 'Large',
      nodes: [savedFlow.nodes[0]!, ...steps, savedFlow.nodes.at(-1)!],
      edges: ids.slice(1).map((to, n) => ({ from: ids[n]!, to })),
    };
    standIn.state.definitions['large'] = large;
    standIn.state.flows = [flow, { ...flow, id: 'large', name: 'Large' }];
    await visit(client(), '#/flows/large/edit');
    await page.reload();
    await page.getByRole('group', { name: 'Start, Start' }).waitFor();
    expect(await page.locator('.react-flow__node').count()).to.be.within(1, 60);
    await page.getByRole('group', { name: 'Start, Start' }).focus();
    for (let n = 0; n < 12; n += 1) {
      await page.keyboard.press('ArrowDown');
      await page.locator(`[data-id=say${n}]:focus`).waitFor();
    }
    await page.keyboard.press('Enter');
    const message = editor().panel.getByLabel('Message');
    await message.press('End');
    await page.keyboard.type(' and more');
    expect(await message.inputValue()).to.equal('Step {{ amount }} of 11 and more');
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByText('Version 4').first().waitFor();
    expect(standIn.state.definitions['large'].nodes[12]!.config).to.deep.equal({
      text: 'Step {{ amount }} of 11 and more',
    });
  });
});

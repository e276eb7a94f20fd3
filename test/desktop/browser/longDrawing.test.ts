import { expect } from 'chai';
import { flow, savedFlow } from '../support/samples.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { signIn, until, visit, withClient } from './client.ts';

const WIDTH_OF_START = `document.querySelector('.react-flow__node[data-id="begin"]')?.getBoundingClientRect().width ?? 0`;

describe('desktop in a browser: the drawing of a long flow', () => {
  const client = withClient();

  before(async () => {
    const steps = Array.from({ length: 25 }, (_, n) => ({ id: `s${n}`, type: 'message', config: { text: `${n}` } }));
    const nodes = [{ id: 'begin', type: 'start', config: {} }, ...steps, { id: 'end', type: 'end', config: {} }];
    const edges = nodes.slice(1).map(({ id }, n) => ({ from: nodes[n]!.id, to: id }));
    Object.assign(client().standIn.state, {
      flows: [flow],
      definitions: { [flow.id]: { ...savedFlow, nodes, edges } },
      roles: ['author'],
    });
    await signIn(client());
  });

  it('opens at its start, in a size that can be read', async () => {
    const { page } = client();
    await visit(client(), `#/flows/${flow.id}/edit`);
    await until(client(), `${WIDTH_OF_START} > 100`);
    const { y } = (await page.getByRole('group', { name: /^begin, / }).boundingBox())!;
    expect(y).to.be.within(100, 800);
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.getByRole('group', { name: /^s1, / }).click();
    await page.getByRole('region', { name: /^Step “/ }).waitFor();
    expect(await page.evaluate<number>(WIDTH_OF_START)).to.be.above(100);
  });

  it('stays in view as a whole while it is short and grows, although its steps are pressed', async () => {
    const { page } = client();
    await visit(client(), '#/new-flow');
    await flowEditorOn(page).begin('With an empty flow');
    for (const name of [/^Start, /, /^Message, /, /^Message, /]) {
      await page.getByRole('group', { name }).first().click();
      await page.getByRole('button', { name: 'Add a step after it' }).click();
      await page.getByRole('button', { name: /^Message/ }).click();
    }
    await until(
      client(),
      `(() => {
        const [inner, outer] = ['[data-id="end"]', '.react-flow'].map((each) => document.querySelector(each).getBoundingClientRect());
        return inner.bottom <= outer.bottom;
      })()`,
    );
  });
});

import { expect } from 'chai';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { flow, savedFlow } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: drawing a flow on a phone', () => {
  const client = withClient({ viewport: { width: 360, height: 740 } });
  const editor = () => flowEditorOn(client().page);
  const steps = () => client().page.getByRole('list', { name: 'Steps of the flow' }).locator('> li');
  const button = (name: string | RegExp) => client().page.getByRole('button', { name });
  const written = async () => {
    await editor().openText();
    const definition = JSON.parse(await editor().read()) as typeof savedFlow;
    await editor().openDrawing();
    return definition;
  };

  before(async () => {
    Object.assign(client().standIn.state, {
      flows: [flow],
      definitions: { [flow.id]: savedFlow },
      roles: ['author'],
    });
    await signIn(client());
    await visit(client(), '#/flows/expense-approval/edit');
    await steps().first().waitFor();
  });
  after(() => expect(client().complaints).to.deep.equal([]));

  it('lists the steps with their targets instead of the drawing', async () => {
    expect(await steps().count()).to.equal(5);
    expect(await client().page.locator('.react-flow').count()).to.equal(0);
    await steps().nth(1).getByText('When nobody answers in time → Done').waitFor();
    const small = await client().page.evaluate<string[]>(`[...document.querySelectorAll('ol button')].filter((each) => {
      const { width, height } = each.getBoundingClientRect();
      return Math.min(width, height) < 24;
    }).map((each) => each.ariaLabel)`);
    expect(small, 'too small for a finger').to.deep.equal([]);
  });

  it('adds a step after another one, and opens it on top of everything', async () => {
    await button('Add a step after “Tell everybody”').click();
    await button(/^Wait/).click();
    await editor().panel.getByLabel('How long').fill('2');
    await editor().panel.getByLabel('Unit').selectOption('hours');
    await editor().panel.getByRole('button', { name: 'Close' }).click();
    await button('Edit “Wait”').waitFor();
    const { nodes, edges } = await written();
    expect(nodes.find(({ type }) => type === 'delay')!.config).to.deep.equal({ for: 'PT2H' });
    expect(edges).to.deep.include.members([
      { from: 'tell', to: 'delay' },
      { from: 'delay', to: 'end' },
    ]);
  });

  it('connects steps and reorders their edges without dragging', async () => {
    await button('Connect “Wait” with another step').click();
    await client().page.getByRole('dialog').getByRole('button', { name: 'Ask for a signature' }).click();
    await button('Move “Ask for a signature” up').click();
    await editor().panel.getByRole('button', { name: 'Close' }).click();
    const { edges } = await written();
    expect(edges.filter(({ from }) => from === 'delay').map(({ to }) => to)).to.deep.equal(['review', 'end']);
  });

  it('removes a step, and restores it', async () => {
    await button('Remove “Wait”').click();
    await button('Edit “Wait”').waitFor({ state: 'detached' });
    await button('Edit “Tell everybody”').and(client().page.locator(':focus')).waitFor();
    expect(await steps().count()).to.equal(5);
    await button('Undo').click();
    await button('Edit “Wait”').waitFor();
  });
});

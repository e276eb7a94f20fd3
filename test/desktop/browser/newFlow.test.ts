import { expect } from 'chai';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { savedFlow } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: a new flow', () => {
  const client = withClient();
  const page = () => client().page;
  const step = (name: string) => page().getByRole('group', { name: new RegExp(`^${name}, `) });

  before(async () => {
    Object.assign(client().standIn.state, { flows: [], definitions: {}, roles: ['author'] });
    await signIn(client());
    await visit(client(), '#/new-flow');
  });

  it('is the chosen template again if unsaved changes are discarded after a reload', async () => {
    await flowEditorOn(page()).begin('One approval');
    await page().getByLabel('Name of the flow').fill('Buy a chair');
    await page().reload();
    await page().getByText('Your unsaved changes are back.').waitFor();
    await step('Approve').waitFor();
    await page().getByRole('button', { name: 'Discard them' }).click();
    await page().getByText('Your unsaved changes are back.').waitFor({ state: 'detached' });
    await step('Approve').waitFor();
    await page().reload();
    await page().getByText('How would you like to begin?').waitFor();
  });

  it('is kept beside another that is begun in a second window', async () => {
    const opened = page().waitForEvent('popup');
    await page().evaluate('void window.open(location.href)');
    const other = await opened;
    await other.getByText('How would you like to begin?').waitFor();
    await flowEditorOn(page()).begin('One approval');
    await page().getByLabel('Name of the flow').fill('Buy a chair');
    await flowEditorOn(other).begin('One question');
    const name = other.getByLabel('Name of the flow');
    expect(await name.inputValue(), 'the chosen template').to.not.equal('Buy a chair');
    await name.fill('Sell a chair');
    await other.close();
    await page().reload();
    await page().getByText('Your unsaved changes are back.').waitFor();
    expect(await page().getByLabel('Name of the flow').inputValue()).to.equal('Buy a chair');
    await page().getByRole('button', { name: 'Discard them' }).click();
    await page().reload();
    await page().getByText('Your unsaved changes are back.').waitFor();
    expect(await page().getByLabel('Name of the flow').inputValue()).to.equal('Sell a chair');
    await page().getByRole('button', { name: 'Discard them' }).click();
  });

  it('says of parallel branches that all of them are followed', async () => {
    const { panel, begin, openStep } = flowEditorOn(page());
    await page().reload();
    await begin('Two signatures');
    await openStep('Ask both');
    await panel.getByText('All of them are followed at the same time.').waitFor();
    expect(await panel.getByText('the first that is true is followed').count()).to.equal(0);
  });

  it('is imported from what the API returns about a saved one', async () => {
    const editor = flowEditorOn(page());
    await page().reload();
    await editor.begin('With an empty flow');
    const buffer = Buffer.from(JSON.stringify(savedFlow));
    const chosen = { name: 'flow.json', mimeType: 'application/json', buffer };
    await page().locator('input[type=file]').setInputFiles(chosen);
    await step('Ask for a signature').waitFor();
    await editor.openText();
    const definition = JSON.parse(await editor.read()) as object;
    expect(definition).to.not.have.any.keys('version', 'updatedAt', 'updatedBy', 'retiredAt');
    expect(definition).to.deep.include({ id: savedFlow.id, nodes: savedFlow.nodes, edges: savedFlow.edges });
  });
});

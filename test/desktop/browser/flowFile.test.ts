import { expect } from 'chai';
import { flow, savedFlow } from '../support/samples.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: the file of a flow', () => {
  const client = withClient();

  it('is saved on its page, and begins a new flow', async () => {
    const { standIn, page } = client();
    Object.assign(standIn.state, { flows: [flow], definitions: { [flow.id]: savedFlow }, roles: ['author'] });
    await signIn(client());
    await visit(client(), `#/flows/${flow.id}`);
    await page.getByText('Definition (JSON)').click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).to.equal(`${flow.id}.json`);
    await visit(client(), '#/new-flow');
    const editor = flowEditorOn(page);
    await editor.begin('With an empty flow');
    await page.locator('input[type=file]').setInputFiles(await file.path());
    await page.getByRole('group', { name: 'Ask for a signature, Question' }).waitFor();
    await editor.openText();
    expect(JSON.parse(await editor.read())).to.deep.include({ id: flow.id, nodes: savedFlow.nodes });
  });
});

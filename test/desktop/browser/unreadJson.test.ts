import { expect } from 'chai';
import { flow, savedFlow } from '../support/samples.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { signIn, visit, withClient } from './client.ts';

const called = {
  ...savedFlow,
  nodes: [...savedFlow.nodes, { id: 'call', type: 'http', name: 'Ask the bank', config: { url: 'https://bank.test' } }],
};

describe('desktop in a browser: JSON in a field of a step that is not complete', () => {
  const client = withClient();
  const page = () => client().page;
  const editor = () => flowEditorOn(page());
  const statuses = () => editor().panel.getByLabel('Statuses of 400 and above that are not failures');
  const save = () => page().getByRole('button', { name: 'Save as a new version' }).click();
  const told = () => page().getByText('Ask the bank · Statuses of 400 and above that are not failures: what you typed');
  const saved = () => client().standIn.calls.filter(({ method }) => method === 'PUT');
  const open = async () => {
    await visit(client(), `#/flows/${flow.id}/edit`);
    await editor().openStep('Ask the bank');
  };

  before(async () => {
    Object.assign(client().standIn.state, {
      flows: [flow],
      definitions: { [flow.id]: called },
      roles: ['author'],
    });
    await signIn(client());
    await open();
  });
  after(() => expect(client().complaints).to.deep.equal([]));

  it('is not saved away: its author is told where it is, and goes on there', async () => {
    await statuses().fill('[404, 4');
    await editor().panel.getByText('This is not JSON yet.').waitFor();
    expect(await told().count(), 'its field says so').to.equal(0);
    await save();
    await told().waitFor();
    await editor().openStep('Done');
    await page().getByRole('button', { name: 'Show the step' }).click();
    expect(await statuses().inputValue()).to.equal('[404, 4');
    expect(saved()).to.deep.equal([]);
  });

  it('is still there in the text view, under another id, and after a reload', async () => {
    await editor().panel.getByText('More about this step').click();
    await editor().panel.getByLabel('ID', { exact: true }).fill('bank');
    await page().keyboard.press('Enter');
    await editor().openText();
    await told().waitFor();
    await page().reload();
    await told().waitFor();
    await editor().openDrawing();
    await editor().openStep('Ask the bank');
    expect(await statuses().inputValue()).to.equal('[404, 4');
  });

  it('is saved once it is complete', async () => {
    await statuses().fill('[404, 410]');
    await told().waitFor({ state: 'detached' });
    await save();
    await page().getByText('Version 4').first().waitFor();
    expect(saved().at(-1)?.body).to.have.nested.property('nodes[5].id', 'bank');
    expect(JSON.stringify(saved().at(-1)?.body)).to.include('[404,410]');
  });

  it('can be discarded, which shows the value that the step has', async () => {
    await open();
    await statuses().fill('nonsense');
    await editor().openStep('Done');
    await page().getByRole('button', { name: 'Discard this' }).click();
    await told().waitFor({ state: 'detached' });
    await editor().openStep('Ask the bank');
    expect(JSON.parse(await statuses().inputValue())).to.deep.equal([404, 410]);
  });
});

import { flowEditorOn } from '../support/screens/flowEditor.ts';
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
});

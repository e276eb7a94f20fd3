import { expect } from 'chai';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: a flow whose save got no reply', () => {
  const client = withClient();
  const editor = () => flowEditorOn(client().page);

  before(async () => {
    Object.assign(client().standIn.state, { flows: [], definitions: {}, roles: ['author'] });
    await signIn(client());
    await visit(client(), '#/new-flow');
    await editor().begin();
  });

  /** It is stored, but the reply is lost. @param isCutOff nothing can be read afterwards, either */
  async function saveUnheard(isCutOff: boolean): Promise<void> {
    const { page } = client();
    await page.route(/\/api\/flows(\/[a-z-]+)?$/, async (route) => {
      const method = route.request().method();
      if (method === 'GET') return isCutOff ? route.abort() : route.continue();
      expect((await route.fetch()).ok()).to.equal(true);
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: /^Save( as a new version)?$/ }).click();
    if (isCutOff) await page.getByText('The server cannot be reached').first().waitFor();
    else await page.waitForURL(/#\/flows\/my-flow$/);
    await page.unrouteAll({ behavior: 'wait' });
  }

  it('is recognised as saved when its author saves again, unlike another flow with its id', async () => {
    const { page, standIn } = client();
    await saveUnheard(true);
    standIn.state.refusals['POST /flows'] = {
      code: 'flow_exists',
      status: 409,
      detail: 'There is a flow with the id.',
    };
    const saved = standIn.state.definitions['my-flow']!;
    standIn.state.definitions['my-flow'] = { ...saved, name: 'Of somebody else' };
    await editor().save.click();
    await page.getByText('A flow with this ID already exists.').waitFor();
    standIn.state.definitions['my-flow'] = saved;
    await editor().save.click();
    await page.waitForURL(/#\/flows\/my-flow$/);
    await visit(client(), '#/new-flow');
    await page.getByText('How would you like to begin?').waitFor(); // nothing of it is kept
  });

  it('is recognised as saved at once, as its one version, if it can be read', async () => {
    const { page, standIn } = client();
    await visit(client(), '#/flows/my-flow/edit');
    await page.getByLabel('What it is for').fill('To see');
    await saveUnheard(false);
    expect(standIn.state.definitions['my-flow']).to.include({ version: 2, description: 'To see' });
    await visit(client(), '#/flows/my-flow/edit');
    await page.getByLabel('What it is for').waitFor();
    expect(await page.getByText('Your unsaved changes are back.').count()).to.equal(0);
  });
});

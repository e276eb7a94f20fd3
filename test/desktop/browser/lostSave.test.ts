import { expect } from 'chai';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: a new flow whose saving was not answered', () => {
  const client = withClient();
  const editor = () => flowEditorOn(client().page);

  before(async () => {
    Object.assign(client().standIn.state, { flows: [], definitions: {}, roles: ['author'] });
    await signIn(client());
    await visit(client(), '#/new-flow');
    await editor().begin();
  });

  /** It arrives, and nobody hears of it. */
  async function saveUnheard(): Promise<void> {
    const { page, standIn } = client();
    await page.route('**/api/flows', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      expect((await route.fetch()).status()).to.equal(201);
      return route.abort('connectionreset');
    });
    await editor().save.click();
    await page.getByText('The server cannot be reached').first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    standIn.state.refusals['POST /flows'] = {
      code: 'flow_exists',
      status: 409,
      detail: 'There is a flow with the id.',
    };
  }

  it('is found saved when its author presses again, and another one of its id is not taken for it', async () => {
    const { page, standIn } = client();
    await saveUnheard();
    const saved = standIn.state.definitions['my-flow']!;
    standIn.state.definitions['my-flow'] = { ...saved, name: 'Of somebody else' };
    await editor().save.click();
    await page.getByText('There is a flow with this id already.').waitFor();
    standIn.state.definitions['my-flow'] = saved;
    await editor().save.click();
    await page.waitForURL(/#\/flows\/my-flow$/);
    await visit(client(), '#/new-flow');
    await page.getByText('How would you like to begin?').waitFor(); // nothing is kept of it
  });
});

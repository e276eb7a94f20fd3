import { expect } from 'chai';
import { flow, savedFlow } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: a flow whose author may no longer change it', () => {
  const client = withClient();
  const page = () => client().page;
  const purpose = () => page().getByLabel('What it is for');
  const refused = () => page().getByText('Only authors who own this flow and administrators can change it');

  before(async () => {
    const { state } = client().standIn;
    Object.assign(state, { flows: [flow], definitions: { [flow.id]: savedFlow }, roles: ['author'] });
    await signIn(client());
  });

  it('stays open with what was typed, and says why it cannot be saved', async () => {
    const { state } = client().standIn;
    await visit(client(), `#/flows/${flow.id}/edit`);
    await purpose().fill('Hours of work');
    state.flows = [{ ...flow, may: { ...flow.may, change: false } }];
    state.refusals[`PUT /flows/${flow.id}`] = { code: 'forbidden', status: 403 };
    await page().getByRole('button', { name: 'Save as a new version' }).click();
    await refused().waitFor();
    expect(await purpose().inputValue()).to.equal('Hours of work');
  });

  it('is not opened again', async () => {
    await visit(client(), '#/flows');
    await visit(client(), `#/flows/${flow.id}/edit`);
    await refused().waitFor();
    expect(await purpose().count()).to.equal(0);
  });
});

import { expect } from 'chai';
import { ada, flow, savedFlow } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: who has access to a flow', () => {
  const client = withClient();
  const page = () => client().page;
  const dialog = () => page().getByRole('dialog');
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const everybody = () => dialog().getByLabel('Everybody in the organisation may start it');
  const lists = { owners: [{ ...ada, kind: 'user' as const }], readers: [], starters: 'everyone' as const, version: 1 };
  const theirs = { ...lists, readers: [{ ...ada, id: 'g', kind: 'user' as const, displayName: 'Grace' }], version: 2 };

  before(async () => {
    Object.assign(client().standIn.state, { flows: [flow], definitions: { [flow.id]: savedFlow }, roles: ['author'] });
    await signIn(client());
  });

  /** Opens the lists and changes one, while another owner saves theirs. */
  beforeEach(async () => {
    const { state } = client().standIn;
    state.access = { ...lists };
    await visit(client(), '#/flows');
    await visit(client(), `#/flows/${flow.id}`);
    await page().getByRole('button', { name: 'Access' }).click();
    await everybody().click();
    state.access = { ...theirs };
    await press('Save');
    await dialog().getByText('Readers – Grace').waitFor();
    expect(await everybody().isChecked(), 'what was changed stands').to.equal(false);
    expect(state.access).to.deep.equal(theirs);
  });

  it('is saved over what somebody else has saved meanwhile, if so wished', async () => {
    await press('Save mine over it');
    await dialog().waitFor({ state: 'detached' });
    const { readers, starters } = client().standIn.state.access;
    expect({ readers, starters }).to.deep.equal({ readers: [], starters: [] });
  });

  it('is theirs instead, and shown so when it is opened again', async () => {
    await press('Take theirs');
    expect(await everybody().isChecked()).to.equal(true);
    await press('Cancel');
    client().standIn.state.access = { ...lists, starters: [], version: 3 };
    await page().getByRole('button', { name: 'Access' }).click();
    expect(await everybody().isChecked()).to.equal(false);
    await press('Cancel');
    expect(client().standIn.state.access.version).to.equal(3);
  });
});

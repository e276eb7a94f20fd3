import { expect } from 'chai';
import { ada, flow, savedFlow } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';

const REASON = 'Choose an entry from the list, or delete what you typed.';

describe('desktop in a browser: a name that was typed and not chosen', () => {
  const client = withClient();
  const page = () => client().page;
  const dialog = () => page().getByRole('dialog');
  const reason = () => dialog().getByText(REASON);
  const readers = () => dialog().getByRole('combobox', { name: 'Readers', exact: true });
  const save = () => dialog().getByRole('button', { name: 'Save' });
  const access = {
    owners: [{ ...ada, kind: 'user' as const }],
    readers: [],
    starters: 'everyone' as const,
    version: 1,
  };

  before(async () => {
    Object.assign(client().standIn.state, { flows: [flow], definitions: { [flow.id]: savedFlow }, roles: ['author'] });
    await signIn(client());
  });

  /** Types a name, goes on with Tab and saves. */
  beforeEach(async () => {
    client().standIn.state.access = { ...access };
    await visit(client(), '#/flows');
    await visit(client(), `#/flows/${flow.id}`);
    await page().getByRole('button', { name: 'Access' }).press('Enter');
    await readers().focus();
    await page().keyboard.type('Grace');
    await page().getByRole('option', { name: 'Grace Hopper' }).waitFor();
    await page().keyboard.press('Tab');
    await save().press('Enter');
    await reason().waitFor();
    expect(client().standIn.state.access.version, 'nothing was saved').to.equal(1);
    expect(await page().evaluate('document.activeElement.id')).to.equal(await readers().getAttribute('id'));
  });

  it('is kept until it is chosen', async () => {
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('Enter');
    await reason().waitFor({ state: 'detached' });
    await save().press('Enter');
    await dialog().waitFor({ state: 'detached' });
    expect(client().standIn.state.access.readers).to.have.length(1);
  });

  it('is kept until it is deleted', async () => {
    await page().keyboard.press('Control+A');
    await page().keyboard.press('Delete');
    await reason().waitFor({ state: 'detached' });
    await save().press('Enter');
    await dialog().waitFor({ state: 'detached' });
    expect(client().standIn.state.access.readers).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { notification } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: where there is nothing', () => {
  const client = withClient();
  const page = () => client().page;

  before(async () => {
    Object.assign(client().standIn.state, {
      roles: ['administrator', 'author'],
      notifications: [notification({ id: 'one' })],
    });
    await signIn(client());
  });

  it('nobody is asked to choose a question', async () => {
    await visit(client(), '#/notifications');
    await page().getByText('Choose a question').waitFor();
    await visit(client(), '#/notifications?tab=completed');
    await page().getByText('Nothing answered yet').waitFor();
    expect(await page().getByText('Choose a question').count()).to.equal(0);
  });

  it('there is nothing to mark as read', async () => {
    await visit(client(), '#/notifications?scope=outbound');
    await page().getByText('Nothing has happened yet').waitFor();
    expect(await page().getByRole('button', { name: 'Mark all as read' }).count()).to.equal(0);
  });

  it('a flow that was not begun is left without a word about saving', async () => {
    await visit(client(), '#/new-flow');
    await page()
      .getByRole('button', { name: /^With an empty flow/ })
      .waitFor();
    const main = page().getByRole('main');
    expect(await main.getByRole('link', { name: 'Leave without saving' }).count()).to.equal(0);
    await main.getByRole('link', { name: 'Flows' }).click();
    await page().getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
  });

  it('a list of libraries leads to where they are set up', async () => {
    const nothing = { items: [], total: 0, listedAt: null, fault: null };
    await page().route('**/api/admin/documents/indexing', (route) => route.fulfill({ json: nothing }));
    await visit(client(), '#/admin/indexing');
    const main = page().getByRole('main');
    await main.getByText('There are no libraries to read yet').waitFor();
    await main.getByRole('link', { name: 'Document libraries' }).last().click();
    await page().getByRole('heading', { level: 1, name: 'Document libraries' }).waitFor();
  });
});

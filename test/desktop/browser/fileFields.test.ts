import { expect } from 'chai';
import { everything, filed } from '../places/given.ts';
import { signIn, until, visit, withClient } from './client.ts';
import { notification, template } from '../support/samples.ts';

const FOCUSED = 'document.activeElement.textContent';

describe('desktop in a browser: fields that take files', () => {
  const client = withClient();
  const page = () => client().page;

  before(async () => {
    const asked = notification({ id: 'two', inputType: 'form' });
    const two = template(asked, [
      { name: 'offer', type: 'file', label: 'Offer' },
      { name: 'receipt', type: 'file', label: 'Receipt' },
    ]);
    const { notifications, templates } = filed();
    Object.assign(client().standIn.state, everything(), {
      notifications: [...notifications!, asked],
      templates: { ...templates, [asked.promptTemplateId]: two },
    });
    await signIn(client());
  });

  it('say to screen readers which field a button belongs to', async () => {
    await visit(client(), '#/notifications/two');
    for (const name of ['Offer', 'Receipt'])
      await page().getByRole('group', { name }).getByRole('button', { name: 'Choose files' }).waitFor();
    expect(await page().getByRole('button', { name: 'Choose files' }).count()).to.equal(2);
  });

  it('keep the focus in a document library, on the place that was opened', async () => {
    await visit(client(), '#/notifications/filed');
    await page().getByRole('button', { name: 'Choose from a document library' }).press('Enter');
    await page().getByRole('dialog').getByRole('searchbox').fill('hand');
    for (const place of ['Company handbook', 'Documents', 'Travel']) {
      await page().getByRole('listitem').getByRole('button', { name: place, exact: true }).last().press('Enter');
      await until(client(), `${FOCUSED} === '${place}' && document.activeElement.ariaCurrent === 'page'`);
    }
    await page().getByRole('button', { name: 'Expenses.md' }).waitFor();
    await page().keyboard.press('Tab');
    await until(client(), `${FOCUSED} === 'Expenses.md'`);
  });
});

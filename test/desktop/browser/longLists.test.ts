import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { notification, template } from '../support/samples.ts';
import { signIn, until, visit, withClient } from './client.ts';
import { questionIn } from '../support/screens/question.ts';

const places = Array.from({ length: 10_000 }, (_, n) => ({
  value: `p${n}`,
  label: `Place ${n}`,
  ...(n === 4321 ? { description: 'Where the ships come in', icon: '⚓' } : {}),
  ...(n === 1 ? { disabled: true } : {}),
}));
const specs: VariableSpec[] = [
  {
    name: 'place',
    type: 'select',
    label: 'Place',
    required: true,
    options: [{ label: 'All places', options: places }],
  },
  { name: 'places', type: 'multiselect', label: 'Other places', options: places },
];

describe('desktop in a browser: a list of 10,000 options', () => {
  const client = withClient();
  const question = () => notification({ id: 'long', inputType: 'form', meta: { label: 'Places', variables: [] } });
  const combobox = (name: string) => client().page.getByRole('combobox', { name, exact: true });
  const option = (name: string) => client().page.getByRole('option', { name, exact: true });
  const drawn = () => client().page.getByRole('listbox').getByRole('option').count();
  const active = () =>
    client().page.evaluate<string>(
      'document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.title ?? ""',
    );

  before(async () => {
    const { standIn, page } = client();
    const asked = question();
    standIn.state.notifications = [asked];
    standIn.state.templates[asked.promptTemplateId] = template(asked, specs);
    await signIn(client());
    await visit(client(), '#/notifications/long');
    await page.getByText('Other places').waitFor();
  });

  it('draws only what is visible, and can be walked through completely by keyboard', async () => {
    const { page } = client();
    await combobox('Place').focus();
    await page.keyboard.press('Enter');
    await option('Place 0').waitFor();
    expect(await drawn()).to.be.within(5, 30);
    expect(await active()).to.equal('Place 0');
    await page.keyboard.press('ArrowDown');
    expect(await active(), 'past what cannot be chosen').to.equal('Place 2');
    await page.keyboard.press('PageDown');
    expect(await active()).to.equal('Place 10');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await until(client(), 'document.querySelector("[role=option][title=\'Place 9999\']") !== null');
    expect(await active()).to.equal('Place 9999');
    expect(await drawn()).to.be.within(5, 30);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  });

  it('finds by any word, shows descriptions and icons, and sends the choice', async () => {
    const { page, standIn } = client();
    await combobox('Place').focus();
    await page.keyboard.type('ships');
    await page.getByText('Where the ships come in').waitFor();
    expect(await drawn()).to.equal(1);
    await page.keyboard.press('Enter');
    expect(await combobox('Place').inputValue()).to.equal('Place 4321');
    await combobox('Other places').click();
    for (const wanted of ['9000', '9001']) {
      await combobox('Other places').fill(wanted);
      await option(`Place ${wanted}`).click();
    }
    await combobox('Other places').fill('no such place');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Control+Enter');
    await questionIn(page).outcome.waitFor();
    const sent = standIn.calls.find(({ path }) => path.endsWith('/respond'));
    expect(sent?.body).to.deep.equal({ values: { place: 'p4321', places: ['p9000', 'p9001'] } });
  });
});

// cspell:ignore nach Fristablauf Dokumente Größe Leeren Reise suchen
import { expect } from 'chai';
import { everything } from '../places/given.ts';
import { notification, template } from '../support/samples.ts';
import { signIn, until, visit, withClient } from './client.ts';

/** The labels that screen readers read. */
const LABELS = `[...document.querySelectorAll('[aria-label]')]
  .filter((each) => !each.closest('[aria-hidden=true]'))
  .map((each) => each.ariaLabel)`;

describe('desktop in a browser: labels of the libraries of controls', () => {
  const client = withClient({ language: 'de-DE' });
  const page = () => client().page;
  const labels = () => page().evaluate<string[]>(LABELS);

  before(async () => {
    const asked = notification({ id: 'size', inputType: 'form' });
    const size = template(asked, [
      { name: 'size', type: 'select', label: 'Größe', variant: 'dropdown', options: [{ value: 'S' }, { value: 'M' }] },
      { name: 'who', type: 'user', label: 'Für wen' },
    ]);
    Object.assign(client().standIn.state, everything(), {
      notifications: [asked],
      templates: { [asked.promptTemplateId]: size },
    });
    await signIn(client());
  });

  it('are in the language of the person: fields', async () => {
    await visit(client(), '#/notifications/size');
    await page().getByRole('combobox', { name: 'Größe' }).press('Enter');
    await page().getByRole('listbox').getByRole('option', { name: 'M' }).click();
    await page().getByRole('button', { name: 'Leeren' }).waitFor();
    expect(await labels())
      .to.not.include.members(['Clear selection'])
      .and.not.include('Open');
  });

  it('are in the language of the person: a search, and the connections of a drawing', async () => {
    await visit(client(), '#/chats/office');
    await page().getByRole('button', { name: 'Dokumente suchen' }).click();
    await page().getByRole('searchbox').fill('Reise');
    expect(await labels()).to.not.include('clear');
    await page().keyboard.press('Escape');
    await visit(client(), '#/flows/expense-approval');
    await until(client(), 'document.querySelectorAll(".react-flow__edge").length > 0');
    expect(await labels())
      .to.include('Von „Ask for a signature“ nach „Done“, nach Fristablauf')
      .and.satisfy((all: string[]) => !all.some((each) => /^Edge from/.test(each)));
  });
});

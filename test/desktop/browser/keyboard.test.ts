import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { VARIABLE_TYPES } from '../../../contract/variables.ts';
import { everyType, notification, template } from '../support/samples.ts';
import { principalOf, signIn, visit, withClient } from './client.ts';
import { questionIn } from '../support/screens/question.ts';

const PHOTO = { id: '01JZ00000000000000000PHOTO', name: 'photo.png', size: 3, type: 'image/png' };

describe('desktop in a browser: with the keyboard alone', function () {
  this.timeout(120_000);
  const client = withClient();
  const question = () =>
    notification({ id: 'all', inputType: 'form', meta: { label: 'Incident report', variables: [] } });
  const { page, press, type } = {
    page: () => client().page,
    press: async (...keys: string[]) => {
      for (const key of keys) await client().page.keyboard.press(key);
    },
    type: (text: string) => client().page.keyboard.type(text),
  };
  const label = (name: string) => page().getByLabel(new RegExp(`^${name.replace('?', '[?]')}\\s*[*]?$`)); // with its mark for required fields
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const form = () => questionIn(page());
  const combobox = (name: string) => page().getByRole('combobox', { name, exact: true });

  /** Presses Tab until the focus is there; nothing in between may trap it. */
  async function tabTo(target: Locator): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await press('Tab');
      if ((await target.and(page().locator(':focus')).count()) === 1) return;
    }
    throw new Error(`Tab does not lead to ${String(target)}`);
  }
  async function pick(field: string, name: string): Promise<void> {
    await tabTo(combobox(field));
    await type(name.slice(0, 4));
    await page().getByRole('option', { name }).waitFor();
    await press('ArrowDown', 'Enter');
  }

  before(async () => {
    const { standIn } = client();
    const asked = question();
    standIn.state.notifications = [asked];
    standIn.state.templates[asked.promptTemplateId] = template(asked, everyType);
    await signIn(client());
    await page().route('**/api/files*', (route) => route.fulfill({ status: 201, json: PHOTO }));
    const photo = { name: PHOTO.name, mimeType: PHOTO.type, buffer: Buffer.from('png') };
    page().on('filechooser', (chooser) => void chooser.setFiles(photo)); // the system's own dialog is not a page
    await visit(client(), '#/notifications');
  });

  it('goes from the inbox through a field of every type to a sent answer', async () => {
    expect(new Set(everyType.map(({ type: each }) => each)).size, 'every type, those with two names once').to.equal(
      VARIABLE_TYPES.length - 1,
    );
    const day = '2026-03-03'; // works for any order of fields in the browser's picker
    await tabTo(page().getByRole('link', { name: question().prompt.slice(0, 20) }));
    await press('Enter');
    await label('What happened?').waitFor();
    await tabTo(label('What happened?'));
    await type('The mail stood still');
    await tabTo(label('Details'));
    await type('First this.');
    await press('Enter');
    await type('Then that.');
    await tabTo(combobox('Severity'));
    await press('Enter', 'Home', 'Enter');
    await tabTo(button('Mail'));
    await press('Space');
    await tabTo(label('People affected'));
    await type('12');
    await tabTo(label('Is it over?'));
    await press('Space');
    await tabTo(label('Day'));
    await type('03032026');
    await tabTo(label('Time'));
    await type('1030AM');
    await tabTo(label('Noticed at'));
    await type('030320261045AM');
    await tabTo(label('How bad is the mood?'));
    await press('ArrowRight');
    await tabTo(label('Incident number'));
    await type('INC-7');
    await tabTo(label('Pin'));
    await type('1234');
    await pick('Owner', 'Ada Lovelace');
    await pick('Helpers', 'Alan Turing');
    await pick('Team', 'Finance');
    await pick('Other teams', 'Legal');
    await tabTo(button('Choose files'));
    await press('Enter');
    await button('Remove photo.png').waitFor();
    await tabTo(button('Add an entry'));
    await press('Enter');
    await type('Look');
    await press('Enter');
    await type('Look again');
    await press('Alt+Shift+ArrowRight', 'Enter');
    await type('Call');
    await press('Alt+Shift+ArrowLeft', 'Enter');
    await type('First');
    await press('Alt+Shift+ArrowUp', 'Alt+Shift+ArrowUp', 'Enter', 'Backspace', 'ArrowDown', 'Enter');
    await tabTo(button('Add a row'));
    await press('Enter', 'Enter');
    await type('Tea');
    await press('Alt+Shift+ArrowUp');
    await tabTo(form().send);
    await press('Enter');
    await page().getByText('Write something here.').waitFor();
    await type('Coffee'); // the first field with an error has the focus
    await press('Tab');
    await type('3.5');
    await press('Tab', 'Space', 'Control+Enter');
    await questionIn(page()).outcome.waitFor();

    const sent = client().standIn.calls.find(({ path }) => path.endsWith('/respond'));
    const { noticedAt, photo, ...values } = (sent?.body as { values: Record<string, unknown> }).values;
    expect(noticedAt).to.match(new RegExp(`^${day}T10:45:00[+-]\\d\\d:\\d\\d$`));
    expect(photo).to.have.length(1);
    expect(values).to.deep.equal({
      title: 'The mail stood still',
      details: 'First this.\nThen that.',
      severity: 'high',
      areas: ['mail'],
      people: 12,
      isOver: true,
      day,
      at: '10:30',
      mood: 1,
      code: 'INC-7',
      pin: '1234',
      owner: principalOf(client(), 'Ada Lovelace'),
      helpers: [principalOf(client(), 'Alan Turing')],
      team: principalOf(client(), 'Finance'),
      teams: [principalOf(client(), 'Legal')],
      steps: [
        { label: 'First', children: [] },
        { label: 'Look', children: [{ label: 'Look again', children: [] }] },
        { label: 'Call', children: [] },
      ],
      costs: [
        { what: 'Tea', paid: false },
        { what: 'Coffee', amount: 3.5, paid: true },
      ],
    });
  });
});

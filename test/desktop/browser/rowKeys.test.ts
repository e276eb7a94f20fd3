import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { notification, template } from '../support/samples.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { signIn, until, visit, withClient } from './client.ts';
import { FORM } from './questions.ts';

const COUNT = 40;

describe('desktop in a browser: a row of the list by keyboard', () => {
  const client = withClient();
  const page = () => client().page;
  const list = () => inboxOn(page());
  const isFocused = async (field: Locator) => (await field.and(page().locator(':focus')).count()) === 1;
  const isIn = (id: string) =>
    until(
      client(),
      `document.activeElement.matches('article') && document.activeElement.textContent.includes('Question ${id}?')`,
    );
  const isAtRow = (id: string) => until(client(), `document.activeElement.dataset.id === '${id}'`);

  before(async () => {
    const { standIn } = client();
    standIn.state.notifications = Array.from({ length: COUNT }, (_, n) =>
      notification({ id: `q${n}`, inputType: 'form', prompt: `Question q${n}?` }),
    );
    for (const each of standIn.state.notifications)
      standIn.state.templates[each.promptTemplateId] = template(each, FORM);
    await signIn(client());
  });
  beforeEach(async () => {
    await visit(client(), '#/notifications');
    await list().rowOf('q0').focus();
  });

  it('opens the question with Enter, also once it is open, and returns to the row with u', async () => {
    await page().keyboard.press('Enter');
    await isIn('q0');
    await page().keyboard.press('u');
    await isAtRow('q0');
    await list().rowOf('q3').click();
    await page().getByRole('article').getByText('Question q3?').waitFor();
    await isAtRow('q3'); // a person with a mouse continues in the list
    await page().keyboard.press('Enter');
    await isIn('q3');
    const title = page().getByRole('textbox', { name: 'Title' });
    await title.waitFor(); // the fields load after the question
    for (let presses = 0; presses < 10 && !(await isFocused(title)); presses += 1) await page().keyboard.press('Tab');
    await page().keyboard.type('Ink');
    expect(await title.inputValue()).to.equal('Ink');
  });

  it('moves with Caps Lock on, but not with Shift', async () => {
    await page().keyboard.press('J'); // as with Caps Lock: upper case without Shift
    await isAtRow('q1');
    await page().keyboard.press('Shift+J');
    await page().keyboard.press('J');
    await isAtRow('q2');
  });

  it('keeps the focus if snoozing is cancelled, and passes it to the next row otherwise', async () => {
    const dialog = page().getByRole('dialog');
    await page().keyboard.press('j');
    await page().keyboard.press('h');
    await dialog.waitFor();
    await page().keyboard.press('Escape');
    await isAtRow('q1');
    await list().rowOf('q2').hover();
    await page().getByRole('button', { name: 'Snooze: Question q2?' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await until(client(), `document.activeElement.getAttribute('aria-label') === 'Snooze: Question q2?'`);
    await list().rowOf('q4').focus();
    await page().keyboard.press('h');
    await dialog
      .getByRole('button', { name: /^In an hour|^Later|^Tomorrow/ })
      .first()
      .click();
    await list().rowOf('q4').waitFor({ state: 'detached' });
    await isAtRow('q5');
  });
});

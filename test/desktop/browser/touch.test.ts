import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { approvalSpec, notification, template } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';
import { questionIn } from '../support/screens/question.ts';

/** Smallest side of a touch target, in CSS pixels (WCAG 2.5.8). */
const FINGER = 24;
const WIDTH = 360;

const specs: VariableSpec[] = [
  {
    name: 'costs',
    type: 'table',
    label: 'Costs',
    columns: [
      { name: 'what', type: 'text', label: 'What' },
      { name: 'amount', type: 'number', label: 'Amount' },
    ],
  },
  { name: 'steps', type: 'hierarchy', label: 'Steps' },
];

describe('desktop in a browser: touch on a phone, from question to question', () => {
  const client = withClient({ viewport: { width: WIDTH, height: 740 } });
  const page = () => client().page;
  const step = (name: 'Next' | 'Previous') => page().getByRole('button', { name: `${name} question` });
  async function at(place: string, id: string): Promise<void> {
    await page().getByText(place, { exact: true }).waitFor();
    await page().getByRole('article').getByText(`Is it ${id}?`).waitFor();
  }

  before(async () => {
    const asked = ['one', 'two', 'three'].map((id) => notification({ id, prompt: `Is it ${id}?` }));
    const { state } = client().standIn;
    state.notifications = asked;
    for (const each of asked) state.templates[each.promptTemplateId] = template(each, [approvalSpec]);
    await signIn(client(), 'Ada Lovelace', '#/notifications');
  });

  it('goes forward and back in the order of the list, and stays at the button', async () => {
    await page().getByRole('link', { name: 'Is it one?' }).click();
    await at('1 of 3', 'one');
    for (const name of ['Next', 'Previous'] as const) {
      const { width, height } = (await step(name).boundingBox())!;
      expect(Math.min(width, height), name).to.be.at.least(FINGER);
    }
    expect(await step('Previous').getAttribute('aria-disabled')).to.equal('true');
    await step('Next').click();
    await at('2 of 3', 'two');
    await page().keyboard.press('Enter');
    await at('3 of 3', 'three');
    expect(await step('Next').getAttribute('aria-disabled')).to.equal('true');
    await step('Previous').click();
    await at('2 of 3', 'two');
  });

  it('keeps the order when a question arrives, and continues from one that was answered', async () => {
    const { standIn } = client();
    const now = Date.now();
    const soonest = { createdAt: new Date(now).toISOString(), expiresAt: new Date(now + 3_600_000).toISOString() };
    standIn.state.notifications = [notification({ id: 'new', ...soonest }), ...standIn.state.notifications];
    Object.assign(standIn.state.notifications[2]!, {
      status: 'completed',
      response: 'approved',
      closedReason: 'answered',
    });
    await page().getByText('Live', { exact: true }).waitFor();
    standIn.tell({ event: 'notification_changed', data: { id: 'new' } });
    await page().getByText('2 of 3').waitFor({ state: 'detached' });
    await questionIn(page()).outcome.waitFor();
    await step('Next').click();
    await at('2 of 2', 'three');
    await step('Previous').click();
    await at('1 of 2', 'one');
    expect(await step('Previous').getAttribute('aria-disabled')).to.equal('true');
  });

  it('is available at every width, and hidden if there is only one question', async () => {
    await page().setViewportSize({ width: 1180, height: 740 });
    await step('Next').waitFor();
    await page().setViewportSize({ width: WIDTH, height: 740 });
    await step('Next').waitFor();
    await visit(client(), '#/notifications/one?q=one');
    await step('Next').waitFor({ state: 'detached' });
  });
});

describe('desktop in a browser: touch on a phone', () => {
  const client = withClient({ viewport: { width: WIDTH, height: 740 } });
  const button = (name: string) => client().page.getByRole('button', { name, exact: true });
  const question = () => questionIn(client().page);
  const cell = (row: number) => client().page.getByLabel(`What, row ${row}`);
  const isLarge = async (names: string[]) => {
    for (const name of names) {
      const { x, width, height } = (await button(name).boundingBox())!;
      expect(Math.min(width, height), name).to.be.at.least(FINGER);
      expect(x + width, `${name} is in sight`).to.be.at.most(WIDTH);
    }
  };

  before(async () => {
    const asked = notification({ id: 'lists', inputType: 'form', meta: { label: 'Lists', variables: [] } });
    client().standIn.state.notifications = [asked];
    client().standIn.state.templates[asked.promptTemplateId] = template(asked, specs);
    await signIn(client(), 'Ada Lovelace', '#/notifications/lists');
  });

  it('moves and removes the rows of a table, and stays at the button', async () => {
    const { page } = client();
    for (const [index, what] of ['Coffee', 'Train', 'Hotel'].entries()) {
      await button('Add a row').click();
      await cell(index + 1).fill(what);
    }
    await isLarge(['Add a row', 'Move row 2 up', 'Move row 2 down', 'Remove row 2']);
    await button('Move row 3 up').click();
    await page.keyboard.press('Enter'); // the focus moved along: a second tap would hit the same button
    expect(await cell(1).inputValue()).to.equal('Hotel');
    expect(await button('Move row 1 up').getAttribute('aria-disabled')).to.equal('true');
    await button('Move row 1 down').click();
    await button('Remove row 1').click();
    expect(await cell(1).inputValue()).to.equal('Hotel');
    expect(await cell(2).inputValue()).to.equal('Train');
    await button('Remove row 2').click();
    expect(await button('Move row 1 up').count(), 'alone it cannot move').to.equal(0);
  });

  it('builds a tree with its buttons', async () => {
    const { page } = client();
    await button('Add an entry').click();
    await page.getByLabel('Entry 1', { exact: true }).fill('Look');
    await button('Add below').click();
    await page.getByLabel('Entry 2', { exact: true }).fill('Think');
    await isLarge(['Add below', 'Add one level in', 'One level out', 'One level in', 'Move up', 'Move down', 'Remove']);
    await button('Move up').click();
    expect(await page.getByLabel('Entry 1', { exact: true }).inputValue()).to.equal('Think');
    await page.getByLabel('Entry 2', { exact: true }).focus();
    await button('One level in').click();
    expect(await page.getByLabel('Entry 1.1', { exact: true }).inputValue()).to.equal('Look');
    await button('Remove').click();
    await question().send.click();
    await questionIn(page).outcome.waitFor();
    const sent = client().standIn.calls.find(({ path }) => path.endsWith('/respond'));
    expect(sent?.body).to.deep.equal({
      values: { costs: [{ what: 'Hotel' }], steps: [{ label: 'Think', children: [] }] },
    });
  });

  it("breaks an author's long words", async () => {
    const { page, standIn } = client();
    const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'; // cspell:disable-line -- German
    const asked = notification({ id: 'long', inputType: 'form' });
    const options = [
      { value: 'long', label: word },
      { label: word, options: [{ value: 'other' }] },
    ];
    const spec: VariableSpec = {
      name: 'badge',
      type: 'select',
      label: word,
      description: word,
      required: true,
      options,
    };
    standIn.state.notifications = [asked];
    standIn.state.templates[asked.promptTemplateId] = template(asked, [spec]);
    standIn.tell({ event: 'notification_changed', data: { id: asked.id } });
    await page.evaluate('location.hash = "#/notifications/long"');
    await page.getByRole('combobox', { name: word }).click();
    await page.getByRole('option', { name: word }).waitFor();
    const cut = `[...document.querySelectorAll('article *, [role=listbox] *')]
      .filter((each) => each.children.length === 0 && each.textContent === '${word}')
      .map((each) => each.closest(':not(bdi)')) // which has its own width
      .map((each) => each.getBoundingClientRect().right > innerWidth || each.scrollWidth > each.clientWidth + 1)`;
    expect(await page.evaluate(cut)).to.deep.equal([false, false, false, false]);
  });
});

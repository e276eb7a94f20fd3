import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { SEVEN } from './sevenKinds.ts';
import { answered, executionOf, HOUR_MS } from './support.ts';
import { useTeams } from './teamsSupport.ts';

// cspell:ignore globex menuitemcheckbox

const ADA = { users: ['ada@sandbox.test'] };
const BOTH = { users: ['ada@sandbox.test', 'grace@sandbox.test'] };

/** A person in front of Teams: real cards in a real browser, checked and accepted by the real bot (behaviour 4.1). */
describe('in Teams, in a browser', function () {
  this.timeout(120_000);
  const stage = useTeams(['ada', 'grace']);

  async function result(requestId: string) {
    const ada = await stage.product.as('ada@sandbox.test');
    const { context } = await stage.product.reached(ada, executionOf(requestId), 'completed');
    return context!['ask'] as Record<string, unknown>;
  }

  const submit = (card: Locator) => card.getByRole('button', { name: 'Submit Response' }).click();

  it('brings a card with every kind of input, takes the answer, and replaces it with the outcome', async () => {
    const { page, card } = stage.teams.ada;
    const requestId = await stage.ask({
      inputType: 'form',
      prompt: 'What shall we order for the new desk?',
      assignees: ADA,
      variables: SEVEN,
    });
    const form = card('new desk');
    await form.getByLabel('Title').fill('A desk');
    await form.getByLabel('Reason').fill('The old one\nis worn out');
    await form.getByRole('radio', { name: 'Acme' }).check();
    await form.getByRole('combobox', { name: 'Extras' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Assembly' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Delivery' }).click();
    await page.keyboard.press('Escape');
    await form.getByLabel('Amount').fill('349.5');
    await form.getByRole('checkbox', { name: 'Urgent' }).click();
    await form.getByLabel('Due').fill('2026-12-24');
    await submit(form);

    expect((await result(requestId))['values']).to.deep.equal({
      title: 'A desk',
      reason: 'The old one\nis worn out',
      supplier: 'acme, inc',
      extras: ['a,b', 'd'],
      amount: 349.5,
      isUrgent: true,
      due: '2026-12-24',
    });
    const outcome = card('new desk');
    await outcome.getByText('Ada Lovelace answered').first().waitFor();
    expect(await outcome.getByRole('button', { name: 'Submit Response' }).count()).to.equal(0);
  });

  it('shows errors on the card, and keeps what was typed', async () => {
    const { page, card } = stage.teams.ada;
    const requestId = await stage.ask({
      inputType: 'form',
      prompt: 'Which invoice is it?',
      assignees: ADA,
      variables: [
        {
          name: 'invoice',
          type: 'text',
          label: 'Invoice',
          required: true,
          validation: { regex: 'INV-\\d{4}', message: 'Enter INV- and four digits.' },
        },
        { name: 'amount', type: 'number', label: 'Amount', validation: { max: 500 } },
        { name: 'comment', type: 'textarea', label: 'Comment' },
      ],
    });
    const form = card('Which invoice');
    await form.getByLabel('Invoice').fill('2026');
    await form.getByLabel('Amount').fill('900');
    await form.getByLabel('Comment').fill('Paid twice?');
    await submit(form);

    const again = card('Which invoice');
    await again.getByText('Enter INV- and four digits.').last().waitFor();
    expect(await again.getByLabel('Invoice').inputValue()).to.equal('2026');
    expect(await again.getByLabel('Amount').inputValue()).to.equal('900');
    expect(await again.getByLabel('Comment').inputValue()).to.equal('Paid twice?');

    await again.getByLabel('Invoice').fill('INV-2026');
    await again.getByLabel('Amount').fill('90');
    await submit(again);
    expect((await result(requestId))['values']).to.deep.equal({
      invoice: 'INV-2026',
      amount: 90,
      comment: 'Paid twice?',
    });
    await card('Which invoice').getByText('Ada Lovelace answered').first().waitFor();
    expect(await page.locator('.ac-adaptiveCard').filter({ hasText: 'Which invoice' }).count()).to.equal(1);
  });

  it("updates the other person's card when one has answered", async () => {
    const { ada, grace } = stage.teams;
    const requestId = await stage.ask({ inputType: 'approval', prompt: 'May the build go out?', assignees: BOTH });
    await ada.card('May the build').waitFor();
    const form = grace.card('May the build');
    await form.getByRole('button', { name: 'Approve' }).click();
    await ada.card('May the build').getByText('Grace Hopper answered').first().waitFor();
    await grace.card('May the build').getByText('Grace Hopper answered').first().waitFor();
    expect((await result(requestId))['value']).to.equal('approved');
  });

  it('updates the card when the question was answered in the web client', async () => {
    const { card } = stage.teams.ada;
    const requestId = await stage.ask({ inputType: 'approval', prompt: 'Is the room booked?', assignees: ADA });
    await card('room booked').getByRole('button', { name: 'Approve' }).waitFor();
    await answered(await stage.product.as('ada@sandbox.test'), requestId, 'approved');
    await card('room booked').getByText('Ada Lovelace answered').first().waitFor();
  });

  it('points from a text to the buttons, helps, and lists waiting questions, with buttons that answer', async () => {
    const { card, write, reads } = stage.teams.ada;
    await write('Yes, do it');
    await reads('I read answers from the buttons');
    await write('help');
    await reads('what waits for you now');
    await write('inbox');
    await reads('Nothing waits for you');

    const requestId = await stage.ask({ inputType: 'approval', prompt: 'Shall we meet on Monday?', assignees: ADA });
    await card('meet on Monday').getByRole('button', { name: 'Approve' }).waitFor();
    await write('inbox');
    const inbox = card('One question waits for you');
    await inbox.getByRole('button', { name: 'Approve' }).click();
    expect((await result(requestId))['value']).to.equal('approved');
    await card('meet on Monday').getByText('Ada Lovelace answered').first().waitFor();
  });

  it('answers a press on an outdated copy with the outcome', async () => {
    const { page, card, write } = stage.teams.ada;
    const requestId = await stage.ask({
      inputType: 'approval',
      prompt: 'Is the coffee machine mended?',
      assignees: ADA,
    });
    await card('coffee machine').getByRole('button', { name: 'Approve' }).waitFor();
    const lists = page.locator('.ac-adaptiveCard').filter({ hasText: 'One question waits for you' });
    for (const count of [1, 2]) {
      await write('inbox');
      await lists.nth(count - 1).waitFor();
    }
    await lists.nth(1).getByRole('button', { name: 'Approve' }).click();
    expect((await result(requestId))['value']).to.equal('approved');
    const outcomes = page
      .locator('.ac-adaptiveCard')
      .filter({ hasText: 'coffee machine' })
      .filter({ hasText: 'Completed' });
    await outcomes.nth(1).waitFor();
    await lists.first().getByRole('button', { name: 'Reject' }).click();
    await outcomes.nth(2).waitFor();
    expect(
      (await outcomes.allInnerTexts()).filter((text) => !text.includes('Ada Lovelace answered: Approve')),
    ).to.deep.equal([]);
  });

  it('brings questions that were asked before the person first opened Teams', async () => {
    const prompt = 'Who takes the minutes?';
    const requestId = await stage.ask({ inputType: 'text', prompt, assignees: { users: ['alan@sandbox.test'] } });
    const alan = await stage.open('alan');
    await alan.card(prompt).getByRole('textbox').fill('I do');
    await submit(alan.card(prompt));
    await alan.card(prompt).getByText('Alan Turing answered').first().waitFor();
    expect((await result(requestId))['value']).to.equal('I do');
  });

  it('updates the card when the deadline has passed', async () => {
    const { card } = stage.teams.ada;
    await stage.ask({ inputType: 'approval', prompt: 'Is it still early?', assignees: ADA, timeout: 'PT2H' });
    await card('still early').getByRole('button', { name: 'Approve' }).waitFor();
    await stage.after(3 * HOUR_MS);
    await card('still early').getByText('Time ran out').first().waitFor();
    expect(await card('still early').getByRole('button', { name: 'Approve' }).count()).to.equal(0);
  });
});

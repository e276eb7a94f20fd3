import { expect } from 'chai';
import { SEVEN } from './sevenKinds.ts';
import { answered, executionOf, HOUR_MS, MINUTE_MS } from './support.ts';
import { useSlackDesks } from './slackSupport.ts';

// cspell:ignore globex

const ADA = { users: ['ada@sandbox.test'] };
const BOTH = { users: ['ada@sandbox.test', 'grace@sandbox.test'] };

const FORM = SEVEN.map((spec) => (spec.name === 'amount' ? { ...spec, validation: { max: 500 } } : spec));

/**
 * A person in front of Slack: presses and messages are signed as Slack signs, and handled by the real app (behaviour
 * 4.1).
 */
describe('in Slack, in a browser', function () {
  this.timeout(120_000);
  const stage = useSlackDesks(['ada', 'grace']);
  afterEach(() => expect(stage.complaints.splice(0)).to.deep.equal([]));

  async function result(requestId: string) {
    const ada = await stage.product.as('ada@sandbox.test');
    const { context } = await stage.product.reached(ada, executionOf(requestId), 'completed');
    return context!['ask'] as Record<string, unknown>;
  }

  it('takes an answer in one press, and replaces the question with the outcome', async () => {
    const { message } = stage.desks.ada;
    const requestId = await stage.ask({ inputType: 'approval', prompt: 'May the build go out?', assignees: ADA });
    await message('May the build').getByRole('button', { name: 'Approve' }).click();
    await message('May the build').getByText('Ada Lovelace answered').first().waitFor();
    expect(await message('May the build').getByRole('button').count()).to.equal(0);
    expect(await result(requestId)).to.deep.include({ value: 'approved', channel: 'slack' });
  });

  it('opens a form, shows errors at their field, and accepts it once it is right', async () => {
    const { message, modal } = stage.desks.ada;
    const requestId = await stage.ask({
      inputType: 'form',
      prompt: 'What shall we order for the new desk?',
      assignees: ADA,
      variables: FORM,
    });
    await message('new desk').getByRole('button', { name: 'Open Form' }).click();
    const submit = modal.getByRole('button', { name: 'Submit Response' });
    await submit.click();
    await modal.getByText('Please complete this required field.').waitFor();
    await modal.getByLabel('Title').fill('A desk');
    await modal.getByLabel('Reason').fill('The old one\nis worn out');
    await modal.getByLabel('Supplier').selectOption('Acme');
    await modal.getByLabel('Assembly').check();
    await modal.getByLabel('Delivery').check();
    await modal.getByLabel('Amount').fill('900');
    await modal.getByRole('radio', { name: 'Yes' }).check();
    await modal.getByLabel('Due').fill('2026-12-24');
    await submit.click();
    const error = modal.locator('[data-field=f_amount] .error');
    await error.waitFor();
    expect(await error.innerText()).to.contain('500');
    expect(await modal.getByLabel('Title').inputValue()).to.equal('A desk');

    await modal.getByLabel('Amount').fill('349.5');
    await submit.click();
    await modal.waitFor({ state: 'hidden' });
    await message('new desk').getByText('Ada Lovelace answered').first().waitFor();
    expect((await result(requestId))['values']).to.deep.equal({
      title: 'A desk',
      reason: 'The old one\nis worn out',
      supplier: 'acme, inc',
      extras: ['a,b', 'd'],
      amount: 349.5,
      isUrgent: true,
      due: '2026-12-24',
    });
  });

  it("updates the other person's message when one has answered", async () => {
    const { ada, grace } = stage.desks;
    await stage.ask({ inputType: 'approval', prompt: 'Is the contract fine?', assignees: BOTH });
    await ada.message('contract').getByRole('button', { name: 'Approve' }).waitFor();
    await grace.message('contract').getByRole('button', { name: 'Reject' }).click();
    for (const { message } of [grace, ada])
      await message('contract').getByText('Grace Hopper answered').first().waitFor();
  });

  it('tells how many have answered if everybody has to, and still accepts the rest', async () => {
    const { ada, grace } = stage.desks;
    const prompt = 'Do you sign the plan?';
    const requestId = await stage.ask({ inputType: 'approval', prompt, assignees: BOTH, strategy: 'all' });
    await ada.message('sign the plan').getByRole('button', { name: 'Approve' }).waitFor();
    await grace.message('sign the plan').getByRole('button', { name: 'Approve' }).click();
    await grace.message('sign the plan').getByText('Your answer').waitFor();
    await stage.after(MINUTE_MS);
    await ada.message('sign the plan').getByText('1 of 2 people have answered').waitFor();
    await ada.message('sign the plan').getByRole('button', { name: 'Reject' }).click();
    expect(await result(requestId)).to.have.deep.nested.property('counts.values', { approved: 1, rejected: 1 });
    await ada.message('sign the plan').getByText('2 of 2 people have answered').first().waitFor();
  });

  it('updates the message when the question was answered in the web client', async () => {
    const { message } = stage.desks.ada;
    const requestId = await stage.ask({ inputType: 'approval', prompt: 'Is the room booked?', assignees: ADA });
    await message('room booked').getByRole('button', { name: 'Approve' }).waitFor();
    await answered(await stage.product.as('ada@sandbox.test'), requestId, 'approved');
    await message('room booked').getByText('Ada Lovelace answered').first().waitFor();
  });

  it('answers a press on an outdated copy with the outcome', async () => {
    const { ada, grace } = stage.desks;
    await stage.ask({ inputType: 'approval', prompt: 'Shall we hire her?', assignees: BOTH });
    await ada.message('hire her').getByRole('button', { name: 'Approve' }).waitFor();
    const behind = stage.slack.workspace.desk(stage.slack.member('ada').userId).messages.at(-1)!;
    await grace.message('hire her').getByRole('button', { name: 'Approve' }).click();
    await ada.message('hire her').getByText('Grace Hopper answered').first().waitFor();

    stage.slack.workspace.putMessage(stage.slack.member('ada').userId, behind); // an update that has not reached her client
    await ada.message('hire her').getByRole('button', { name: 'Reject' }).click();
    await ada.message('hire her').getByText('Grace Hopper answered').first().waitFor();
    expect(await ada.message('hire her').getByRole('button').count()).to.equal(0);
  });

  it('tells a second person with a form who was first, and what they typed', async () => {
    const { ada, grace } = stage.desks;
    const requestId = await stage.ask({ inputType: 'text', prompt: 'What shall we call it?', assignees: BOTH });
    await ada.message('call it').getByRole('button', { name: 'Open Form' }).click();
    await ada.modal.getByRole('textbox').fill('Handback');
    await grace.message('call it').getByRole('button', { name: 'Open Form' }).click();
    await grace.modal.getByRole('textbox').fill('Backhand');
    await grace.modal.getByRole('button', { name: 'Submit Response' }).click();
    await ada.message('call it').getByText('Grace Hopper answered').first().waitFor();
    await ada.modal.getByRole('button', { name: 'Submit Response' }).click();
    await ada.modal.getByText('Your answer was not taken').first().waitFor();
    await ada.modal.getByText('Handback').first().waitFor();
    await ada.modal.getByRole('button', { name: 'Close' }).first().click();
    await ada.modal.waitFor({ state: 'hidden' });
    await ada.message('call it').getByText('Grace Hopper answered').first().waitFor();
    expect((await result(requestId))['value']).to.equal('Backhand');
  });

  it('points from a text to the buttons, helps, and lists waiting questions, with buttons that answer', async () => {
    const { message, write } = stage.desks.ada;
    await write('Yes, do it');
    await message('I read answers from the buttons').waitFor();
    await write('help');
    await message('what waits for you now').waitFor();
    await write('inbox');
    await message('Nothing waits for you').waitFor();

    const requestId = await stage.ask({ inputType: 'approval', prompt: 'Shall we meet on Monday?', assignees: ADA });
    await message('meet on Monday').getByRole('button', { name: 'Approve' }).waitFor();
    await write('/handback');
    const inbox = message('One question waits for you');
    await inbox.getByText('Only visible to you').waitFor();
    await inbox.getByRole('button', { name: 'Approve' }).click();
    expect((await result(requestId))['value']).to.equal('approved');
    await message('Flow slack').getByText('Ada Lovelace answered').first().waitFor();
    await write('/handback help');
    await message('what waits for you now').getByText('Only visible to you').waitFor();
  });

  it('shows waiting questions on the home tab, answers there, and shows what is left', async () => {
    const { open, page } = stage.desks.grace;
    const prompt = 'May Grace’s holiday begin?';
    const requestId = await stage.ask({ inputType: 'approval', prompt, assignees: { users: ['grace@sandbox.test'] } });
    await open('Home');
    await page.getByRole('heading', { name: 'One question waits for you' }).waitFor();
    await page.getByText(prompt).waitFor();
    await page.getByRole('button', { name: 'Reject' }).click();
    expect((await result(requestId))['value']).to.equal('rejected');
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await open('Messages');
  });

  it('updates the message when the deadline has passed', async () => {
    const { message } = stage.desks.ada;
    await stage.ask({ inputType: 'approval', prompt: 'Is it still early?', assignees: ADA, timeout: 'PT2H' });
    await message('still early').getByRole('button', { name: 'Approve' }).waitFor();
    await stage.after(3 * HOUR_MS);
    await message('still early').getByText('Time ran out').first().waitFor();
    expect(await message('still early').getByRole('button').count()).to.equal(0);
  });
});

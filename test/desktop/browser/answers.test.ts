import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import { optionsOf, type VariableSpec } from '../../../contract/variables.ts';
import { approvalSpec, everyType, notification } from '../support/samples.ts';
import { called, holdBack, pickPrincipal, principalOf, until, visit, withClient } from './client.ts';
import { TEXT, withQuestions } from './questions.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { questionIn } from '../support/screens/question.ts';

describe('desktop in a browser: the inbox', () => {
  const client = withClient();
  const put = withQuestions(client);
  let asked: UserNotification;
  const meal: VariableSpec = {
    name: 'value',
    type: 'select',
    required: true,
    options: [
      { value: 'pizza', label: 'Pizza' },
      { value: 'soup', label: 'Soup' },
    ],
  };

  /** Puts one question into the inbox and opens it. */
  async function ask(change: Partial<UserNotification>, specs: VariableSpec[] | null): Promise<void> {
    asked = await put(change, specs);
    await visit(client(), '#/notifications');
    await inboxOn(client().page).rowOf(asked.id).click(); // the previous one may still be shown, with the same words
  }
  const sent = () => client().standIn.calls.find(({ path }) => path.endsWith('/respond'));
  const button = (name: string) => client().page.getByRole('button', { name, exact: true });
  const question = () => questionIn(client().page);
  const pick = (field: string, name: string) => pickPrincipal(client(), field, name);
  const principal = (name: string) => principalOf(client(), name);
  const recorded = () => questionIn(client().page).outcome;

  it('marks a question as read when it is opened, and counts the unread in the title', async () => {
    const { page, standIn } = client();
    standIn.state.notifications = [
      notification({ id: 'a', prompt: 'First?' }),
      notification({ id: 'b', prompt: 'Second?' }),
    ];
    standIn.tell({ event: 'notification_changed', data: { id: 'a' } });
    await until(client(), 'document.title.startsWith("(2) ")');
    await visit(client(), '#/notifications');
    await page.getByRole('link', { name: 'First?' }).click();
    await until(client(), 'document.title === "(1) Inbox · Handback"');
    await called(client(), '/user/notifications/a/read');
  });

  it('sends an approval as a plain string, under its own key, and shows what was recorded', async () => {
    await ask({}, [approvalSpec]);
    await question().approve.click();
    expect(sent(), 'a tap alone sends nothing').to.equal(undefined);
    await question().send.click();
    await question().sendNow.click();
    await recorded().getByText('Approve').waitFor();
    expect(sent()?.body).to.equal('approved');
    expect(sent()?.headers['idempotency-key']).to.match(/^[0-9a-f-]{36}$/);
    expect(await client().page.getByRole('link', { name: 'Completed 1' }).count()).to.equal(1);
  });

  it('sends a note along', async () => {
    await ask({}, [approvalSpec]);
    await question().reject.click();
    await question().addNote.click();
    await client().page.keyboard.type('Too dear');
    await question().send.click();
    await question().sendNow.click();
    await recorded().waitFor();
    expect(sent()?.body).to.deep.equal({ values: { value: 'rejected' }, note: 'Too dear' });
  });

  it('asks for an answer before it sends one', async () => {
    await ask({ inputType: 'text', options: [] }, [{ name: 'value', type: 'text', required: true }]);
    await question().send.click();
    await client().page.getByText('Write an answer.').waitFor();
    await until(client(), 'document.activeElement.tagName === "INPUT"');
    expect(sent()).to.equal(undefined);
  });

  it('sends at one tap if variant buttons and the flag say so (behaviour 2.7)', async () => {
    await ask({ inputType: 'choice' }, [{ ...meal, variant: 'buttons', autoSubmitOnSelect: true }]);
    await button('Soup').click();
    await question().sendNow.click();
    await recorded().waitFor();
    expect(sent()?.body).to.equal('soup');
  });

  it('ignores the flag on any other variant', async () => {
    await ask({ inputType: 'choice' }, [{ ...meal, variant: 'dropdown', autoSubmitOnSelect: true }]);
    await client().page.getByRole('article').getByRole('combobox').click();
    await client().page.getByRole('option', { name: 'Soup' }).click();
    await question().send.waitFor();
    expect(sent()).to.equal(undefined);
  });

  it('sends the only option at one tap, and never by itself', async () => {
    await ask({ inputType: 'form' }, [
      { ...meal, name: 'meal', options: [{ value: 'soup', label: 'Soup' }] },
      { name: 'h', type: 'hidden', value: 1 },
    ]);
    await button('Soup').waitFor();
    expect(sent()).to.equal(undefined);
    await button('Soup').click();
    await recorded().waitFor();
    expect(sent()?.body).to.deep.equal({ values: { meal: 'soup' } });
  });

  it('offers the options of a source, and says so if it cannot be loaded', async () => {
    const { page, standIn } = client();
    standIn.state.offered = [{ value: 'de', label: 'Germany' }];
    const country: VariableSpec = {
      name: 'country',
      type: 'select',
      label: 'Country',
      required: true,
      variant: 'dropdown',
      options: [{ value: 'none', label: 'None of these' }],
      optionsSource: { url: 'https://example.test/countries' },
    };
    const refusals = standIn.state.refusals;
    const path = 'GET /prompts/template-from/options/country';
    refusals[path] = { code: 'rate_limited', status: 429 };
    await ask({ id: 'from', inputType: 'form' }, [country]);
    await page.getByText('That was a lot at once.').waitFor();
    delete refusals[path];
    await button('Try again').click();
    await page.getByRole('article').getByRole('combobox').click();
    await page.getByRole('option', { name: 'Germany' }).click();
    await question().send.click();
    await recorded().waitFor();
    expect(sent()?.body).to.deep.equal({ values: { country: 'de' } });
  });

  it('builds the form itself if the template is gone, without an error message', async () => {
    await ask({}, null);
    await question().approve.click();
    await question().send.click();
    await question().sendNow.click();
    await recorded().waitFor();
    expect(sent()?.body).to.equal('approved');
  });

  it('fills a form of every type by keyboard and sends what the server expects', async () => {
    const { page } = client();
    const variables = everyType.map(({ name, type, label, options }) => ({
      name,
      type,
      label: label ?? name,
      options: options && optionsOf({ options }),
    }));
    await ask({ inputType: 'form', meta: { label: 'Incident report', variables } }, everyType);
    await page.getByLabel('What happened?').fill('The mail stood still');
    await page.getByRole('combobox', { name: 'Severity' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await button('Mail').focus();
    await page.keyboard.press('Space');
    await page.getByLabel('People affected').fill('12');
    await page.getByLabel('Is it over?').focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Day').fill('2026-03-01');
    await page.getByLabel('Time', { exact: true }).fill('14:30');
    await page.getByLabel('Noticed at').fill('2026-03-01T14:45');
    await page.getByLabel('How bad is the mood?').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByLabel('Incident number').fill('INC-7');
    await page.getByLabel('Pin').fill('1234');
    await pick('Owner', 'Ada Lovelace');
    await pick('Helpers', 'Alan Turing');
    await pick('Helpers', 'Grace Hopper');
    await pick('Team', 'Finance');
    await button('Add an entry').press('Enter');
    await page.keyboard.type('Look');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Look again');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await button('Add a row').click();
    await page.getByLabel('What, row 1').fill('Coffee');
    await page.getByLabel('Amount, row 1').fill('3.5');
    await page.getByLabel('Amount, row 1').press('Control+Enter');
    await recorded().waitFor();
    const { noticedAt, ...values } = (sent()?.body as { values: Record<string, unknown> }).values;
    expect(noticedAt).to.match(/^2026-03-01T14:45:00[+-]\d\d:\d\d$/);
    expect(values).to.deep.equal({
      title: 'The mail stood still',
      severity: 'high',
      areas: ['mail'],
      people: 12,
      isOver: true,
      day: '2026-03-01',
      at: '14:30',
      mood: 1,
      code: 'INC-7',
      pin: '1234',
      owner: principal('Ada Lovelace'),
      helpers: [principal('Alan Turing'), principal('Grace Hopper')],
      team: principal('Finance'),
      steps: [{ label: 'Look', children: [{ label: 'Look again', children: [] }] }],
      costs: [{ what: 'Coffee', amount: 3.5, paid: false }],
    });
    expect(await recorded().textContent())
      .to.include('provided')
      .and.not.include('1234');
  });

  it('sums up the errors, focuses the first field, and links to the others', async () => {
    const { page } = client();
    await ask({ inputType: 'form' }, everyType);
    await page.getByLabel('Incident number').fill('12');
    await button('Add a row').click();
    await question().send.click();
    await page.getByText('6 fields need another look').waitFor();
    await until(client(), 'document.activeElement.placeholder === "In one line"');
    await page.getByText('A number looks like INC-123.').waitFor();
    await page.getByText('Write something here.').waitFor();
    await button('Day').click();
    await until(client(), 'document.activeElement.type === "date"');
  });

  it('shows errors found only by the server at their fields', async () => {
    const { page, standIn } = client();
    await ask({ inputType: 'form' }, [{ name: 'owner', type: 'user', label: 'Owner', required: true }]);
    standIn.state.refusals[`POST /user/notifications/${asked.id}/respond`] = {
      code: 'validation_failed',
      status: 422,
      fields: { owner: 'The directory knows nobody of this name any more.' },
    };
    await pick('Owner', 'Alan Turing');
    await question().send.click();
    await page.getByText('The directory knows nobody of this name any more.').waitFor();
    standIn.state.refusals = {};
    await page.getByText('Alan Turing', { exact: true }).click();
    await pick('Owner', 'Ada Lovelace');
    await question().send.click();
    await recorded().waitFor();
  });

  it('retries the same answer under the same key', async () => {
    const { page, standIn } = client();
    await ask({}, [approvalSpec]);
    standIn.state.refusals[`POST /user/notifications/${asked.id}/respond`] = { code: 'unavailable', status: 503 };
    await question().approve.click();
    await question().send.click();
    await question().sendNow.click();
    await page.getByText('The server is busy.').waitFor();
    await button('Try now').click();
    standIn.state.refusals = {};
    await recorded().waitFor();
    const keys = standIn.calls
      .filter(({ path }) => path.endsWith('/respond'))
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).to.have.length.of.at.least(2);
    expect(new Set(keys).size).to.equal(1);
  });

  for (const [code, words] of [
    ['request_closed', 'This question is closed'],
    ['already_responded', 'You have answered this already'],
  ] as const)
    it(`keeps what was typed when the server returns ${code}`, async () => {
      const { page, standIn } = client();
      await ask({ inputType: 'text', options: [] }, TEXT);
      await questionIn(page).answer.fill('A long thought');
      standIn.state.refusals[`POST /user/notifications/${asked.id}/respond`] = { code, status: 409 };
      const release = await holdBack(client(), 'POST', /\/respond$/);
      await question().send.click();
      Object.assign(standIn.state.notifications[0]!, {
        status: 'completed',
        answeredBy: 'Grace Hopper',
        closedReason: 'answered',
      });
      await release();
      await page.getByText(words).waitFor();
      await recorded().getByText('Grace Hopper answered').waitFor();
      expect(await questionIn(page).answer.inputValue()).to.equal('A long thought');
      expect(await question().send.count()).to.equal(0);
    });

  it('changes as soon as somebody else has answered, and keeps what was typed', async () => {
    const { page, standIn } = client();
    await ask({ inputType: 'text', options: [] }, TEXT);
    await questionIn(page).answer.fill('I was about to say');
    Object.assign(standIn.state.notifications[0]!, {
      status: 'completed',
      answeredBy: 'Grace Hopper',
      closedReason: 'answered',
    });
    standIn.tell({ event: 'request_updated', data: { requestId: asked.id, executionId: 'x', status: 'completed' } });
    await recorded().getByText('Grace Hopper answered').waitFor();
    await page.getByText('What you typed and did not send').waitFor();
    expect(await questionIn(page).answer.inputValue()).to.equal('I was about to say');
  });

  it('shows the conversation before, with a label for each speaker', async () => {
    const { page } = client();
    const recentMessages = [
      { role: 'user' as const, content: 'I need a desk.\nA high one.' },
      { role: 'ai' as const, content: '<b>I</b> ask.' },
      { role: 'system' as const, content: 'Started' },
    ];
    await ask({ chatContext: { chatName: 'Office', recentMessages, totalMessages: 30 } }, [approvalSpec]);
    await page.getByText('What was said before in “Office”').click();
    for (const words of ['User', 'AI', 'System', '<b>I</b> ask.', 'The last 3 messages of 30'])
      await page.getByText(words, { exact: true }).waitFor();
  });

  it('says when everything is done', async () => {
    const { page, standIn } = client();
    standIn.tell({ event: 'notification_changed', data: { id: 'x' } });
    await visit(client(), '#/notifications');
    await page.getByText('All caught up').waitFor();
  });
});

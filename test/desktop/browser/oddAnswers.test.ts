import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { speechFor } from '../../../contract/speech.ts';
import { approvalSpec, chat } from '../support/samples.ts';
import { visit, withClient } from './client.ts';
import { withQuestions } from './questions.ts';
import { questionIn } from '../support/screens/question.ts';

describe('desktop in a browser: answers in unusual circumstances', () => {
  const client = withClient();
  const button = (name: string) => client().page.getByRole('button', { name, exact: true });
  const question = () => questionIn(client().page);
  const recorded = () => questionIn(client().page).outcome;
  const sent = () => client().standIn.calls.find(({ path }) => path.endsWith('/respond'));
  const put = withQuestions(client);

  async function ask(change: Partial<UserNotification>, specs: VariableSpec[]): Promise<void> {
    const { id } = await put(change, specs);
    await visit(client(), `#/notifications/${id}`);
    await client().page.getByRole('article').waitFor();
  }

  it('links to the chat in which a question came up, unless the person has no access', async () => {
    const link = client().page.getByRole('link', { name: 'Open chat' });
    const closed = { ...chat, id: 'readable', may: { use: false, assign: false, change: true } };
    client().standIn.state.chats = [chat, closed];
    await ask({ chatId: chat.id }, [approvalSpec]);
    expect(await link.getAttribute('href')).to.equal(`#/chats/${chat.id}`);
    for (const place of [{ chatId: 'closed' }, { chatId: closed.id }, { chatId: chat.id, logId: 'of somebody else' }]) {
      await ask(place, [approvalSpec]);
      await question().approve.waitFor();
      await link.waitFor({ state: 'detached' });
    }
  });

  it('says what is in the columns of a table that was answered', async () => {
    const columns = [
      { name: 'guest', label: 'Name', type: 'text' as const },
      { name: 'vegetarian', label: 'Vegetarian', type: 'boolean' as const },
    ];
    const variables = [{ name: 'guests', label: 'Guests', type: 'table' as const, columns }];
    const response = JSON.stringify({ guests: [{ guest: 'x', vegetarian: false }] });
    const done = { status: 'completed', closedReason: 'answered', respondedAt: new Date().toISOString() } as const;
    await ask({ ...done, inputType: 'form', response, meta: { label: '', variables } }, []);
    const cells = recorded().getByRole('table').getByRole('row');
    expect(await cells.first().getByRole('columnheader').allInnerTexts()).to.deep.equal(['Name', 'Vegetarian']);
    expect(await cells.last().getByRole('cell').allInnerTexts()).to.deep.equal(['x', 'No']);
  });

  it('keeps all of a text that is too long, and says how much fits', async () => {
    const { page } = client();
    const short: VariableSpec = { name: 'code', type: 'text', label: 'Code', validation: { max: 5 } };
    const long: VariableSpec = { name: 'report', type: 'textarea', label: 'Report' };
    async function refusedAsPasted(pasted: Record<string, string>, faults: string[]): Promise<void> {
      for (const [name, text] of Object.entries(pasted)) {
        await page.getByRole('textbox', { name }).focus();
        await page.keyboard.insertText(text); // as when it is pasted
        expect(await page.getByRole('textbox', { name }).inputValue()).to.equal(text);
      }
      await question().send.click();
      for (const fault of faults) await page.getByText(fault).waitFor();
      expect(sent()).to.equal(undefined);
      for (const name of Object.keys(pasted)) await page.getByRole('textbox', { name }).fill('Short');
      await question().send.click();
      await recorded().waitFor();
    }
    await ask({ inputType: 'form', commentOffer: { required: false, label: 'Remark' } }, [short, long]);
    await page.getByRole('button', { name: 'Add a comment' }).click();
    const report = `${'A word. '.repeat(3000)}The end.`;
    await refusedAsPasted({ Code: 'ABC-123', Report: report, Remark: 'x'.repeat(2001) }, [
      'Enter at most 5 characters.',
      'Enter at most 20,000 characters.',
      'Enter at most 2,000 characters.',
    ]);
    expect(sent()?.body).to.deep.equal({ values: { code: 'Short', report: 'Short' }, comment: 'Short' });
    client().standIn.calls.length = 0;
    await ask({ inputType: 'form' }, [short]);
    await page.getByRole('button', { name: 'Add a note' }).click();
    await refusedAsPasted({ Note: 'x'.repeat(2001) }, ['Enter at most 2,000 characters.']);
    expect(sent()?.body).to.deep.include({ note: 'Short' });
  });

  it('collects as many options as are needed if a tap sends, and sends with the last', async () => {
    const { page } = client();
    const options = ['oil', 'salt', 'bread'].map((value) => ({ value }));
    const some: VariableSpec = {
      name: 'some',
      type: 'multiselect',
      options,
      variant: 'buttons',
      autoSubmitOnSelect: true,
    };
    await ask({ inputType: 'form' }, [{ ...some, validation: { min: 2 } }]);
    await button('salt').click();
    await page.getByText('Choose at least 2 options.').waitFor();
    expect(sent()).to.equal(undefined);
    await button('oil').click();
    await recorded().waitFor();
    expect(sent()?.body).to.deep.equal({ values: { some: ['salt', 'oil'] } });
  });

  it('shows what a form holds if a tap could not send it', async () => {
    const { page } = client();
    const decision: VariableSpec = {
      name: 'decision',
      type: 'select',
      options: [{ value: 'keep' }, { value: 'drop' }],
      variant: 'buttons',
      autoSubmitOnSelect: true,
      default: 'keep',
    };
    await ask({ inputType: 'form' }, [decision, { name: 'why', type: 'text', required: true }]);
    const isChosen = (name: string) => button(name).and(page.locator('[aria-pressed="true"]'));
    await isChosen('keep').waitFor({ timeout: 5000 });
    await button('drop').click();
    await page.getByRole('textbox', { name: 'why' }).and(page.locator('[aria-invalid="true"]')).waitFor();
    await isChosen('drop').waitFor({ timeout: 5000 });
    expect(await isChosen('keep').count()).to.equal(0);
    expect(sent()).to.equal(undefined);
    await page.getByRole('textbox', { name: 'why' }).fill('It is old.');
    await question().send.click();
    await recorded().waitFor();
    expect(sent()?.body).to.deep.equal({ values: { decision: 'drop', why: 'It is old.' } });
  });

  it('lets the only field be left unanswered if it is optional, although a tap would send it', async () => {
    await ask({ inputType: 'form' }, [{ name: 'extra', type: 'select', options: [{ value: 'gift' }] }]);
    await button('gift').waitFor();
    await question().send.click({ timeout: 5000 });
    await recorded().waitFor();
    expect(sent()?.body).to.deep.equal({ values: {} });
  });

  it('shows the choices from a list as chips, each of which can be removed', async () => {
    const { page } = client();
    const options = Array.from({ length: 12 }, (_, n) => ({ value: `v${n}`, label: `Part ${n}` }));
    await ask({ inputType: 'form' }, [{ name: 'parts', type: 'multiselect', options, default: ['v2'] }]);
    const chips = page.getByRole('toolbar', { name: 'parts Chosen', exact: true });
    await chips.getByText('Part 2').waitFor();
    await page.getByRole('combobox', { name: 'parts' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Part 11' }).click();
    await page.keyboard.press('Escape');
    await chips.getByText('Part 11').waitFor();
    await page.getByRole('button', { name: /Part 2/ }).click();
    await question().send.click();
    await recorded().waitFor();
    expect(sent()?.body).to.deep.equal({ values: { parts: ['v11'] } });
  });

  it('draws the icons that options name, and shows emoji as they are', async () => {
    const { page } = client();
    const options = [
      { value: 'road', icon: 'truck' },
      { value: 'camel', icon: '🐪' },
      { value: 'unicorn', icon: 'unicorn' },
    ];
    const by: VariableSpec = { name: 'by', type: 'select', options, required: true };
    await ask({ inputType: 'form' }, [
      { ...by, variant: 'buttons' },
      { ...by, name: 'also' },
    ]);
    await button('road').locator('svg').waitFor();
    expect(await button('camel').innerText()).to.include('🐪');
    expect(await button('unicorn').locator('svg').count()).to.equal(0);
    await page.getByRole('combobox', { name: 'also' }).click();
    await page.getByRole('option', { name: 'road', exact: true }).locator('svg').nth(1).waitFor();
    await page.keyboard.press('Escape');
  });

  it('names the time zone of a date and time', async () => {
    const { page } = client();
    await ask({ inputType: 'form' }, [{ name: 'at', type: 'datetime', label: 'At', description: 'When it was seen.' }]);
    const zone = await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone');
    const hint = speechFor('en').say('message.clock.own', { zone });
    await page.getByText(`When it was seen. ${hint}`, { exact: true }).waitFor({ timeout: 5000 });
  });

  it('says so if the clocks skip a time that is entered', async () => {
    const { page, context } = client();
    const zone = await context.newCDPSession(page);
    await zone.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' });
    await ask({ inputType: 'form' }, [{ name: 'at', type: 'datetime', label: 'At' }]);
    const at = page.getByLabel('At', { exact: true });
    const words = page.getByText('There is no 02:30 on this day, because the clocks go forward. It counts as 03:30.');
    await at.fill('2027-03-28T02:30');
    await words.waitFor();
    await at.blur();
    expect(await at.inputValue()).to.equal('2027-03-28T03:30');
    await words.waitFor();
    await at.fill('2027-03-28T04:30');
    await words.waitFor({ state: 'detached' });
    await zone.detach();
  });

  it('names files beyond the limit', async () => {
    const { page } = client();
    await ask({ inputType: 'form' }, [{ name: 'receipts', type: 'file', validation: { max: 2 } }]);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Choose files').click()]);
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    await chooser.setFiles([file('one.txt'), file('two.txt'), file('three.txt')]);
    await page.getByRole('listitem').filter({ hasText: 'three.txt' }).getByText('Choose at most 2 files.').waitFor();
    await button('Remove one.txt').click();
    await button('Choose files').waitFor();
  });

  it('does not blame the server while another page of this browser is sending', async () => {
    const { page } = client();
    await ask({}, [approvalSpec]);
    await question().approve.click();
    await question().send.click();
    await question().undo.waitFor();
    await page.evaluate(`new Promise((taken) => {
      const [name] = Object.keys(localStorage).find((each) => each.startsWith('handback.outbox.')).split(':');
      navigator.locks.request(name, () => new Promise((release) => taken((window.release = release))));
    }).then(() => undefined)`);
    await question().sendNow.click();
    await page.getByText('Sending your answer…').waitFor();
    expect(await page.getByText('The server is busy.').count()).to.equal(0);
    await page.evaluate('window.release()');
    await recorded().waitFor();
  });
});

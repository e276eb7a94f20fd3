import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { resumeTime, advanceTime, stopTime } from '../../support/pageTime.ts';
import { approvalSpec } from '../support/samples.ts';
import { called, visit, withClient } from './client.ts';
import { FORM, withQuestions } from './questions.ts';
import { questionIn, SEND_ANSWER } from '../support/screens/question.ts';

/** Records each change of the question's appearance on the page. */
const WATCH = `{
  const look = () => {
    const article = document.querySelector('article');
    if (!article) return 'nothing';
    const says = (words) => article.textContent.includes(words);
    if (says('What you typed and did not send')) return 'unsent';
    if (article.querySelector('[aria-label="Outcome"]')) return 'outcome';
    if (says('Your answer is sent in')) return 'held';
    if (says('Sending your answer')) return 'sending';
    const send = [...article.querySelectorAll('button')].find((each) => each.textContent === '${SEND_ANSWER}');
    return send && !send.disabled ? 'form' : 'closed';
  };
  globalThis.looks = [look()];
  new MutationObserver(() => look() !== looks.at(-1) && looks.push(look()))
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}`;

describe('desktop in a browser: two windows of one person', () => {
  const client = withClient();
  const put = withQuestions(client);
  let other: Page;
  afterEach(() => other.close());

  /** Opens a question in both windows, with time stopped in both. */
  async function ask(change: Partial<UserNotification>, specs: VariableSpec[]): Promise<void> {
    const asked = await put(change, specs);
    await visit(client(), `#/notifications/${asked.id}`);
    await openOther();
  }
  async function openOther(): Promise<void> {
    const { page } = client();
    const opened = page.waitForEvent('popup');
    await page.evaluate('void window.open(location.href)');
    other = await opened;
    for (const each of [page, other]) await questionIn(each).send.waitFor();
    await stopTime(other);
  }
  const outcome = (page: Page) => questionIn(page).outcome;
  const looks = () => client().page.evaluate<string[]>('looks');
  const sent = () => client().standIn.calls.filter(({ path }) => path.endsWith('/respond'));

  it('switch from the form to the outcome together, when one of them sends', async () => {
    const { page } = client();
    await ask({}, [approvalSpec]);
    await questionIn(page).reject.click(); // started here, and answered there
    await page.evaluate(WATCH);
    await questionIn(other).approve.click();
    await questionIn(other).send.click();
    await page.getByText('Your answer is sent in').waitFor();
    await questionIn(other).sendNow.click();
    await outcome(page).getByText('Approve').first().waitFor();
    await outcome(other).waitFor();
    expect((await looks()).filter((look) => look !== 'sending' && look !== 'closed')).to.deep.equal([
      'form',
      'held',
      'outcome',
    ]);
    expect(sent().map(({ body }) => body)).to.deep.equal(['approved']);
  });

  it('do not mention unsent input after an answer that is not stored', async () => {
    const { page } = client();
    await ask({ inputType: 'form' }, FORM);
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought');
    await other.getByRole('textbox', { name: 'Title' }).fill('A thought');
    await other.getByLabel('Pin').fill('1234');
    await questionIn(other).send.click();
    await outcome(other).getByText('A thought').waitFor();
    await outcome(page).getByText('A thought').waitFor();
    await page.getByText('What you typed and did not send').waitFor({ state: 'detached' });
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.to.match(/1234|thought/);
  });

  it('send an answer once, even if one of them is closed while it can be undone', async () => {
    const { page } = client();
    await ask({}, [approvalSpec]);
    await questionIn(other).approve.click();
    await questionIn(other).send.click();
    await page.getByText('Your answer is sent in').waitFor();
    await resumeTime(page);
    await other.close({ runBeforeUnload: true });
    await outcome(page).waitFor();
    expect(new Set(sent().map(({ headers }) => headers['idempotency-key'])).size).to.equal(1);
    expect(sent().map(({ body }) => body)[0]).to.equal('approved');
  });

  it('keep their own undo when the other is hidden', async () => {
    const { page } = client();
    await ask({}, [approvalSpec]);
    await questionIn(page).approve.click();
    await questionIn(page).send.click();
    await other.getByText('Your answer is sent in').waitFor();
    await other.close({ runBeforeUnload: true });
    await questionIn(page).undo.click();
    await questionIn(page).send.waitFor();
    expect(sent().length).to.equal(0);
  });

  it('send answers even if the browser stores nothing for a page', async () => {
    await ask({}, [approvalSpec]);
    await other.addInitScript(`Object.defineProperty(window, 'localStorage', {
      get() { throw new DOMException('The user denied it.', 'SecurityError'); },
    })`);
    await other.reload();
    await stopTime(other);
    await questionIn(other).approve.click();
    await questionIn(other).send.click();
    await other.getByRole('region', { name: 'Answers on their way' }).getByText('Approve').waitFor();
    await advanceTime(other, 5_000);
    await called(client(), '/respond'); // nothing keeps this page at the answered question
    expect(sent().map(({ body }) => body)).to.deep.equal(['approved']);
  });

  it('ask before they are closed with an answer that the browser does not store', async () => {
    await ask({ inputType: 'text', options: [] }, [{ name: 'value', type: 'textarea' }]);
    await other.addInitScript(`const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (...text) {
        if (this === window.localStorage) throw new DOMException('There is no room.', 'QuotaExceededError');
        setItem.apply(this, text);
      }`);
    await other.reload();
    const field = other.getByRole('textbox', { name: 'Your answer' });
    const asked: string[] = [];
    other.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await field.fill('Nowhere but here');
    await other.close({ runBeforeUnload: true });
    for (let tries = 0; asked.length === 0 && tries < 50; tries += 1) await other.waitForTimeout(100);
    expect(asked).to.deep.equal(['beforeunload']);
    expect(await field.inputValue()).to.equal('Nowhere but here');
  });
});

import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { advanceTime } from '../../support/pageTime.ts';
import { ada, approvalSpec } from '../support/samples.ts';
import { called, until, visit, withClient } from './client.ts';
import { FORM, TEXT, withQuestions } from './questions.ts';
import { questionIn, UNDO } from '../support/screens/question.ts';
import { signInOn } from '../support/screens/signIn.ts';

describe('desktop in a browser: answers on their way', () => {
  const client = withClient();
  const put = withQuestions(client);
  let asked: UserNotification;

  async function ask(change: Partial<UserNotification>, specs: VariableSpec[]): Promise<void> {
    asked = await put(change, specs);
    await visit(client(), `#/notifications/${asked.id}`);
    await client().page.getByRole('article').getByText(asked.prompt.slice(0, 20)).waitFor();
  }
  const askText = async () => {
    await ask({ inputType: 'text', options: [] }, TEXT);
    await field().waitFor();
  };
  const sent = () => client().standIn.calls.filter(({ path }) => path.endsWith('/respond'));
  const button = (name: string) => client().page.getByRole('button', { name, exact: true });
  const question = () => questionIn(client().page);
  const field = (name = 'Your answer') => client().page.getByRole('textbox', { name });
  const recorded = () => questionIn(client().page).outcome;
  const path = () => `POST /user/notifications/${asked.id}/respond`;

  describe('an answer with one tap', () => {
    it('is chosen and sent with keys alone, and can be undone', async () => {
      const { page } = client();
      await ask({}, [approvalSpec]);
      await question().approve.waitFor();
      await page.keyboard.press('a');
      await until(client(), `document.activeElement.textContent.includes('Approve')`);
      await page.keyboard.press('Control+Enter');
      await page.getByText('Your answer is sent in').waitFor();
      await until(client(), `document.activeElement.textContent === '${UNDO}'`);
      await page.keyboard.press('Enter');
      await question().send.waitFor();
      expect(await question().approve.getAttribute('aria-pressed')).to.equal('true');
      await page.keyboard.press('r');
      await page.keyboard.press('Control+Enter');
      await question().sendNow.click();
      await recorded().waitFor();
      expect(sent().map(({ body }) => body)).to.deep.equal(['rejected']);
    });

    it('is sent by itself after five seconds', async () => {
      const { page } = client();
      await ask({}, [approvalSpec]);
      await question().approve.click();
      await question().send.click();
      await page.getByText('Your answer is sent in 5 seconds').waitFor();
      await advanceTime(page, 4999);
      await page.getByText('Your answer is sent in 1 second.').waitFor();
      expect(sent()).to.deep.equal([]);
      await advanceTime(page, 1);
      await recorded().waitFor();
    });

    it('can be undone from any page', async () => {
      const { page } = client();
      await ask({}, [approvalSpec]);
      await question().reject.click();
      await question().send.click();
      await visit(client(), '#/flows');
      await page.getByText(`Reject · ${asked.title}`).waitFor();
      await question().undo.click();
      await visit(client(), `#/notifications/${asked.id}`);
      await question().send.waitFor();
      expect(await question().reject.getAttribute('aria-pressed'), 'what was chosen stands').to.equal('true');
      expect(sent()).to.deep.equal([]);
    });

    it('is sent at once when the page is hidden, however much time is left', async () => {
      const { page } = client();
      await ask({}, [approvalSpec]);
      await question().approve.click();
      await question().send.click();
      await page.getByText('Your answer is sent in').waitFor();
      await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange')); delete document.visibilityState`);
      await recorded().waitFor();
      expect(new Set(sent().map(({ headers }) => headers['idempotency-key'])).size).to.equal(1);
    });

    it('is sent when the page is closed', async () => {
      const { page, standIn } = client();
      await ask({}, [approvalSpec]);
      await question().approve.click();
      await question().send.click();
      await page.getByText('Your answer is sent in').waitFor();
      await page.goto('about:blank');
      await called(client(), '/respond');
      expect(sent().map(({ body }) => body)).to.deep.equal(['approved']);
      await page.goto(`${standIn.url}/#/flows`);
      await page.getByText('No flows yet').waitFor();
    });

    it('is sent by its key alone if a tap sends', async () => {
      const { page } = client();
      await ask({ inputType: 'choice' }, [{ ...approvalSpec, variant: 'buttons', autoSubmitOnSelect: true }]);
      await question().reject.waitFor();
      await page.keyboard.press('2');
      await question().sendNow.click();
      await recorded().waitFor();
      expect(sent().map(({ body }) => body)).to.deep.equal(['rejected']);
    });
  });

  describe('a draft', () => {
    it('is restored after a reload, without secrets, and goes with the answer', async () => {
      const { page } = client();
      const variables = FORM.map(({ name, type }) => ({ name, type, label: name }));
      await ask({ inputType: 'form', meta: { label: 'Expense approval', variables } }, FORM);
      await field('Title').fill('Half a thought');
      await page.getByLabel('Pin').fill('1234');
      await page.reload();
      await page.getByText('You started this earlier. It is as you left it, except for passwords').waitFor();
      expect(await field('Title').inputValue()).to.equal('Half a thought');
      expect(await page.getByLabel('Pin').inputValue()).to.equal('');
      expect(await page.evaluate('JSON.stringify(localStorage)')).not.to.include('1234');
      await question().send.click();
      await recorded().waitFor();
      expect(await page.evaluate('JSON.stringify(localStorage)')).not.to.include('Half a thought');
    });

    it('survives an expired sign-in', async () => {
      const { page, standIn } = client();
      await askText();
      await field().fill('Half a thought');
      standIn.state.refusals['GET /user/notifications'] = { code: 'unauthenticated', status: 401 };
      standIn.tell({ event: 'notification_changed', data: { id: asked.id } });
      await signInOn(client().page).again.waitFor();
      standIn.state.refusals = {};
      await signInOn(client().page).again.click();
      await Promise.race([page.getByRole('button', { name: 'Ada Lovelace' }).click(), field().waitFor()]);
      await field().waitFor();
      expect(await field().inputValue()).to.equal('Half a thought');
    });

    it('stays readable if somebody else was faster, until it is discarded', async () => {
      const { page, standIn } = client();
      await askText();
      await field().fill('I was about to say');
      Object.assign(standIn.state.notifications[0]!, {
        status: 'completed',
        answeredBy: 'Grace Hopper',
        closedReason: 'answered',
      });
      await page.reload();
      await page.getByText('What you typed and did not send').waitFor();
      expect(await field().inputValue()).to.equal('I was about to say');
      await button('Discard it').click();
      await page.reload();
      await recorded().waitFor();
      expect(await field().count()).to.equal(0);
    });
  });

  describe('an answer given offline', () => {
    it('is sent on return, and says so until then', async () => {
      const { page, context } = client();
      await askText();
      await context.setOffline(true);
      await field().fill('From the train');
      await question().send.click();
      await page.getByText('Your answer will be sent when you are online again.').waitFor();
      expect(await field().inputValue()).to.equal('From the train');
      expect(await field().isDisabled(), 'it is on its way').to.equal(true);
      await context.setOffline(false);
      await recorded().getByText('From the train').waitFor();
      expect(sent().length).to.equal(1);
    });

    it('can be undone and changed', async () => {
      const { context } = client();
      await askText();
      await context.setOffline(true);
      await field().fill('No');
      await question().send.click();
      await button('Take it back').click();
      await field().fill('Yes');
      await context.setOffline(false);
      await question().send.click();
      await recorded().waitFor();
      expect(sent().map(({ body }) => body)).to.deep.equal(['Yes']);
    });

    it('can be undone and changed while another window is sending', async () => {
      const { page } = client();
      const lock = `'handback.outbox.${ada.userPrincipalName}'`;
      await askText();
      await page.evaluate(`void navigator.locks.request(${lock}, () => new Promise((end) => (window.endTurn = end)))`);
      await until(client(), 'window.endTurn !== undefined');
      await field().fill('No');
      await question().send.click();
      await button('Take it back').click();
      await question().send.and(page.locator(':not([aria-disabled=true])')).waitFor();
      await page.evaluate(`(window.endTurn(), navigator.locks.request(${lock}, () => undefined))`);
      await field().fill('Yes');
      await question().send.click();
      await recorded().waitFor();
      expect(sent().map(({ body }) => body)).to.deep.equal(['Yes']);
    });

    /** An answer that could not be sent at first, and was refused while its author was elsewhere. */
    async function refusedLater(answer: string): Promise<void> {
      const { page, context, standIn } = client();
      await askText();
      await context.setOffline(true);
      await field().fill(answer);
      await question().send.click();
      await page.getByText('Your answer will be sent when').waitFor();
      standIn.state.refusals[path()] = { code: 'internal', status: 500 };
      await visit(client(), '#/flows');
      await context.setOffline(false);
      await page.getByRole('link', { name: 'Open the question' }).click();
      await page.getByText('Your answer was not sent').waitFor();
    }

    it('gives way to what is typed after the server refused it', async () => {
      await refusedLater('Too short');
      await field().fill('Too short, so here is more');
      await visit(client(), '#/flows');
      await visit(client(), `#/notifications/${asked.id}`);
      await field().waitFor();
      expect(await field().inputValue()).to.equal('Too short, so here is more');
      delete client().standIn.state.refusals[path()];
      await question().send.click();
      await recorded().getByText('Too short, so here is more').waitFor();
    });

    it('keeps its key if it is sent once more after a refusal, because it may have arrived', async () => {
      await refusedLater('From the lift');
      delete client().standIn.state.refusals[path()];
      await question().send.click();
      await recorded().getByText('From the lift').waitFor();
      expect(new Set(sent().map(({ headers }) => headers['idempotency-key'])).size).to.equal(1);
    });

    it('says plainly that it came too late, and stays readable', async () => {
      const { page, context, standIn } = client();
      await askText();
      await context.setOffline(true);
      await field().fill('From the tunnel');
      await question().send.click();
      await page.getByText('Your answer will be sent when').waitFor();
      standIn.state.refusals[path()] = { code: 'request_closed', status: 409 };
      Object.assign(standIn.state.notifications[0]!, { status: 'expired', closedReason: 'timed_out' });
      await visit(client(), '#/flows');
      await context.setOffline(false);
      await page.getByText('This question is closed.').waitFor();
      await page.getByRole('link', { name: 'Open the question' }).click();
      await page.getByText('What you typed and did not send').waitFor();
      await page.getByText('This question is closed').waitFor();
      expect(await field().inputValue()).to.equal('From the tunnel');
      await button('Discard it').click();
      expect(await field().count()).to.equal(0);
    });
  });
});

import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { advanceTime, stopTime } from '../../support/pageTime.ts';
import { until as untilHere } from '../../support/until.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { questionIn } from '../support/screens/question.ts';
import { approvalSpec, notification, template } from '../support/samples.ts';
import { holdBack, until, visit, withClient } from './client.ts';
import { withQuestions } from './questions.ts';

const UNDO_MS = 5_000;
const TOAST_MS = 5_000;
const PRESSED: VariableSpec[] = [{ ...approvalSpec, variant: 'buttons', autoSubmitOnSelect: true }];

for (const [size, viewport] of [
  ['beside the list', { width: 1180, height: 800 }],
  ['on a phone', { width: 360, height: 640 }],
] as const)
  describe(`desktop in a browser: one question after the other, ${size}`, () => {
    const client = withClient({ viewport, opensNext: true });
    const put = withQuestions(client);
    /** Gives every test its own question, so that leftovers do not matter. */
    let round = 0;
    const idOf = (name: string) => `r${round}${name}`;
    const page = () => client().page;
    const question = () => questionIn(page().getByRole('article'));
    const sent = () =>
      client()
        .standIn.calls.filter(({ path }) => path.includes(`/${idOf('')}`) && path.endsWith('/respond'))
        .map(({ path, body }) => [path.split('/')[3]!.replace(idOf(''), ''), body]);
    const place = (words: string) => page().getByText(words, { exact: true }).waitFor();
    const isAt = (id: string) =>
      until(
        client(),
        `document.activeElement.matches('article') && location.hash.startsWith('#/notifications/${idOf(id)}') &&
          document.activeElement.textContent.includes('Question ${id}?')`,
      );
    const press = async (key: string) => {
      await question().approve.waitFor();
      await page().keyboard.press(key);
    };

    /** In quick succession, before the page can draw the effect of the first. */
    const pressAtOnce = (...keys: string[]) =>
      page().evaluate(`for (const key of ${JSON.stringify(keys)})
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);

    // an answer that a test leaves pending has lost its question
    afterEach(() =>
      page().evaluate(`Object.keys(localStorage)
        .filter((name) => name.startsWith('handback.outbox.'))
        .forEach((name) => localStorage.removeItem(name))`),
    );

    async function putAll(count: number): Promise<void> {
      await putQuestions(count);
      await place(`1 of ${count}`); // there is a next question
    }

    async function putQuestions(count: number): Promise<void> {
      await put({}, null);
      const { standIn } = client();
      round += 1;
      standIn.state.notifications = Array.from({ length: count }, (_, n) =>
        notification({ id: idOf(`q${n + 1}`), prompt: `Question q${n + 1}?` }),
      );
      for (const each of standIn.state.notifications)
        standIn.state.templates[each.promptTemplateId] = template(each, PRESSED);
      standIn.tell({ event: 'notification_changed', data: { id: idOf('q1') } });
      await visit(client(), `#/notifications/${idOf('q1')}`);
      await page().getByRole('article').getByText('Question q1?').waitFor();
    }

    it('answers with one press and opens the next question, with the focus in it', async () => {
      await putAll(3);
      await question().approve.click();
      await isAt('q2');
      await place('1 of 2');
      await press('r');
      await isAt('q3');
      expect(sent(), 'all of it can still be taken back').to.deep.equal([]);
      await press('1');
      await page().getByText('All caught up').first().waitFor();
      await advanceTime(page(), UNDO_MS);
      await untilHere(() => sent().length >= 3);
      expect(sent()).to.have.deep.members([
        ['q1', 'approved'],
        ['q2', 'rejected'],
        ['q3', 'approved'],
      ]);
    });

    it('waits for the list before it says that nothing is left', async () => {
      const letGo = await holdBack(client(), 'GET', /\/user\/notifications\?limit=/);
      await putQuestions(2);
      await press('a');
      await question().undo.waitFor();
      expect(new URL(page().url()).hash).to.contain(idOf('q1'));
      await letGo();
      await isAt('q2');
    });

    it('undoes the last answer with z, and then the one before', async () => {
      await putAll(4);
      for (const next of ['q2', 'q3', 'q4']) {
        await press('a');
        await isAt(next);
      }
      await press('z');
      await isAt('q3');
      await place('1 of 2');
      await press('Control+z');
      await isAt('q2');
      await press('r');
      await isAt('q3');
      await advanceTime(page(), UNDO_MS);
      await untilHere(() => sent().length >= 2);
      expect(sent()).to.have.deep.members([
        ['q1', 'approved'],
        ['q2', 'rejected'],
      ]);
    });

    it('has an undo button for touch, which covers nothing', async () => {
      await putAll(3);
      await question().approve.click();
      await isAt('q2');
      const toast = page().getByRole('region', { name: 'Answers on their way' });
      await toast.getByText('Approve · Question q1?').waitFor();
      const [over, under] = [await toast.boundingBox(), await question().approve.boundingBox()];
      expect(
        over!.y + over!.height <= under!.y || over!.y >= under!.y + under!.height || over!.x + over!.width <= under!.x,
      ).to.equal(true);
      await questionIn(toast).undo.click();
      await isAt('q1');
      await toast.waitFor({ state: 'hidden' });
      expect(sent()).to.deep.equal([]);
    });

    it('has it soon after the page is loaded, even if the browser is never idle', async () => {
      await putAll(2);
      const opened = page().waitForEvent('popup');
      await page().evaluate('void window.open(location.href)');
      const busy = await opened;
      await busy.addInitScript(
        'window.requestIdleCallback = (work, { timeout } = {}) => timeout && setTimeout(work, timeout)',
      );
      await busy.reload();
      await stopTime(busy);
      await questionIn(busy.getByRole('article')).approve.click();
      await questionIn(busy.getByRole('region', { name: 'Answers on their way' })).undo.click();
      await busy.close();
      expect(sent()).to.deep.equal([]);
    });

    it('says for a moment that a text was accepted, beside the next question', async () => {
      await putAll(2);
      const [first] = client().standIn.state.notifications;
      Object.assign(first!, { inputType: 'text', promptTemplateId: `${idOf('q1')}-text` });
      client().standIn.state.templates[first!.promptTemplateId] = template(first!, [
        { name: 'value', type: 'text', label: 'Answer', required: true },
      ]);
      client().standIn.tell({ event: 'notification_changed', data: { id: idOf('q1') } });
      await question().answer.fill('Yes');
      await page().keyboard.press('Control+Enter');
      await isAt('q2');
      const toast = page().getByText('Your answer is recorded · Question q1?');
      await toast.waitFor();
      expect(sent()).to.have.length(1);
      await advanceTime(page(), TOAST_MS);
      await toast.waitFor({ state: 'detached' });
    });

    it('reports a failure after the person has moved on, with a link back', async () => {
      await putAll(3);
      client().standIn.state.refusals[`POST /user/notifications/${idOf('q1')}/respond`] = {
        code: 'request_closed',
        status: 409,
      };
      client().standIn.state.refusals[`POST /user/notifications/${idOf('q2')}/respond`] = {
        code: 'validation_failed',
        status: 422,
      };
      await press('a');
      await isAt('q2');
      await press('a');
      await isAt('q3');
      await advanceTime(page(), UNDO_MS);
      await untilHere(() => sent().length >= 2);
      const toasts = page().getByRole('region', { name: 'Answers on their way' });
      await toasts.getByText('Your answer was not sent.').waitFor();
      const more = toasts.getByRole('button', { name: '2 answers were not sent' });
      if (await more.isVisible()) await more.click();
      await toasts.getByText('This question is closed.').waitFor();
      await toasts.getByRole('link', { name: 'Open the question' }).last().click();
      await page().getByRole('article').getByText('Your answer was not sent').waitFor();
      expect(new URL(page().url()).hash).to.equal(`#/notifications/${idOf('q2')}`);
    });

    it('goes to the next question with j and back with k; two quick presses are two steps', async () => {
      await putAll(4);
      await question().approve.waitFor();
      await page().getByRole('article').focus();
      await page().evaluate(`for (const key of ['j', 'j'])
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
      await isAt('q3');
      await page().keyboard.press('k');
      await isAt('q2');
      await press('a');
      await isAt('q3');
      await page().keyboard.press('j');
      await isAt('q4');
    });

    it('never answers the question just left, however quick the keys are', async () => {
      await putAll(3);
      await question().approve.waitFor();
      await page().getByRole('article').focus();
      await pressAtOnce('j', 'a');
      await isAt('q2');
      await place('2 of 3');
      await press('a');
      await isAt('q3');
      await advanceTime(page(), UNDO_MS);
      await untilHere(() => sent().length >= 1);
      expect(sent()).to.deep.equal([['q2', 'approved']]);
    });

    it('snoozes the question that a key has just opened, however quick the keys are', async () => {
      await putAll(3);
      await question().approve.waitFor();
      await page().getByRole('article').focus();
      await pressAtOnce('j', 'h');
      await page().getByRole('dialog').getByText('Question q2?').waitFor();
      await page().keyboard.press('Escape');
      await page().getByRole('dialog').waitFor({ state: 'detached' });
    });

    it('answers one question, and not the next ones, with a key that is held down', async () => {
      await putAll(3);
      await question().approve.waitFor();
      await page().keyboard.down('a');
      await isAt('q2');
      await question().approve.waitFor();
      await page().keyboard.down('a');
      await page().keyboard.down('a');
      await page().keyboard.up('a');
      await page().keyboard.press('j');
      await isAt('q3');
      await advanceTime(page(), UNDO_MS);
      await untilHere(() => sent().length >= 1);
      expect(sent()).to.deep.equal([['q1', 'approved']]);
    });

    it('stays with the question if the person has switched that off', async () => {
      await putAll(2);
      await page().getByRole('button', { name: 'Account of Ada Lovelace' }).click();
      await page().getByRole('switch', { name: 'Open the next question after an answer' }).click();
      await page().keyboard.press('Escape');
      await question().approve.click();
      await question().undo.waitFor();
      expect(await inboxOn(page()).rowOf(idOf('q1')).count()).to.equal(0);
      await question().sendNow.click();
      await question().outcome.waitFor();
      await page().evaluate(`localStorage.removeItem('handback.advance')`);
    });
  });

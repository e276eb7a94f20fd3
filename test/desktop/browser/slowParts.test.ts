import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { stopTime } from '../../support/pageTime.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { questionIn } from '../support/screens/question.ts';
import { approvalSpec, notification, template } from '../support/samples.ts';
import { holdBack, until, visit, withClient } from './client.ts';
import { withQuestions } from './questions.ts';

const PRESSED: VariableSpec[] = [{ ...approvalSpec, variant: 'buttons', autoSubmitOnSelect: true }];

/** Some frames later, what was loaded has been drawn. */
const DRAWN = `(async () => {
  for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
})()`;

describe('desktop in a browser: a person who is quicker than the page', () => {
  const client = withClient({ opensNext: true });
  const put = withQuestions(client);
  /** Gives every test its own questions. */
  let round = 0;
  const idOf = (place: number) => `s${round}q${place}`;
  const page = () => client().page;
  const inbox = () => inboxOn(page());
  const question = () => questionIn(page().getByRole('article'));
  const elsewhere = () => questionIn(page().getByRole('region', { name: 'Answers on their way' }));
  const isAt = (place: number) => until(client(), `location.hash === '#/notifications/${idOf(place)}'`);
  const sent = () => client().standIn.calls.filter(({ path }) => path.endsWith('/respond'));

  beforeEach(async () => {
    await put({}, null);
    round += 1;
    const { state } = client().standIn;
    state.notifications = [1, 2, 3].map((place) =>
      notification({ id: idOf(place), prompt: `Question ${round} ${place}?` }),
    );
    for (const each of state.notifications) state.templates[each.promptTemplateId] = template(each, PRESSED);
  });
  afterEach(() => page().unrouteAll({ behavior: 'ignoreErrors' }));

  /** As on the first visit of the day: nothing but the page's start is there. */
  async function open(hash: string): Promise<void> {
    await visit(client(), hash);
    await page().reload();
    await stopTime(page());
  }

  /** Delivers the part, and waits until the page has drawn what it makes of it. */
  async function deliver(part: RegExp, letGo: () => Promise<void>): Promise<void> {
    const arrived = page().waitForResponse(part);
    await Promise.all([arrived, letGo()]);
    await (await arrived).finished();
    await page().evaluate(DRAWN);
  }

  it('goes on typing into the search when a question opens late, and answers nothing', async () => {
    const letGo = await holdBack(client(), 'GET', /NotificationDetail/);
    await open('#/notifications');
    await inbox().rowOf(idOf(1)).press('Enter');
    await page().keyboard.type('/r');
    await letGo();
    await question().approve.waitFor();
    await page().keyboard.type('a');
    await until(client(), "location.hash.endsWith('q=ra')");
    expect(await page().getByRole('button', { name: 'Undo' }).count()).to.equal(0);
  });

  it('stays at the answered question until undo is there for the next ones', async () => {
    const letGo = await holdBack(client(), 'GET', /OutboxBars/);
    await open(`#/notifications/${idOf(1)}`);
    await question().approve.click();
    await question().undo.waitFor();
    await isAt(1);
    await letGo();
    await isAt(2);
    await elsewhere().undo.click();
    await isAt(1);
    expect(sent()).to.deep.equal([]);
  });

  it('can undo although the call for it failed once', async () => {
    let calls = 0;
    await page().route(/OutboxBars/, (route) => ((calls += 1) === 1 ? route.abort() : route.continue()));
    await open(`#/notifications/${idOf(1)}`);
    await question().approve.click();
    await isAt(2);
    await elsewhere().undo.click();
    await isAt(1);
    expect(sent()).to.deep.equal([]);
  });

  it('can undo answers to many before undo is there for every page', async () => {
    const letGo = await holdBack(client(), 'GET', /OutboxBars/);
    await open('#/notifications');
    for (const place of [1, 2])
      await page()
        .getByRole('checkbox', { name: `Select: Question ${round} ${place}?` })
        .check();
    const bar = questionIn(page().getByRole('region', { name: 'Selected questions' }));
    await bar.approve.click();
    await page().getByRole('button', { name: 'Send 2 answers' }).click();
    await bar.undo.click();
    await page().getByText('2 selected').waitFor();
    await letGo();
    expect(sent()).to.deep.equal([]);
    await page().getByRole('button', { name: 'Clear selection' }).click();
  });

  it('has the actions on selected questions before they are needed', async () => {
    const loaded = page().waitForResponse(/BulkBar/);
    await open('#/notifications');
    await inbox().rowOf(idOf(1)).waitFor();
    await loaded;
  });

  for (const [what, part, press] of [
    ['the snooze dialog', /SnoozeDialog/, () => page().keyboard.press('h')],
    ['the help', /ShortcutHelp/, () => page().keyboard.press('?')],
    ['the menu of views', /ViewsMenu/, () => page().getByRole('button', { name: 'Views' }).press('Enter')],
    [
      'the menu of the account',
      /AccountMenu/,
      () =>
        page()
          .getByRole('button', { name: /^Account of/ })
          .press('Enter'),
    ],
  ] as const)
    it(`is not interrupted by ${what} that comes while they type`, async () => {
      const letGo = await holdBack(client(), 'GET', part);
      await open('#/notifications');
      await inbox().rowOf(idOf(1)).focus();
      await press();
      await inbox().search.focus();
      await page().keyboard.type('Quest');
      await deliver(part, letGo);
      await page().keyboard.type('ion');
      await until(client(), "location.hash.endsWith('q=Question')");
      expect(await page().getByRole('dialog').count(), 'dialogs').to.equal(0);
      expect(await page().getByRole('menu').count(), 'menus').to.equal(0);
    });

  it('gets no dialog that was called off while it was loading, and gets it when asked again', async () => {
    const letGo = await holdBack(client(), 'GET', /SnoozeDialog/);
    await open('#/notifications');
    await inbox().rowOf(idOf(1)).focus();
    await page().keyboard.press('h');
    await page().keyboard.press('Escape');
    await deliver(/SnoozeDialog/, letGo);
    await page().keyboard.type('/Question');
    await until(client(), "location.hash.endsWith('q=Question')");
    expect(await page().getByRole('dialog').count()).to.equal(0);
    await inbox().rowOf(idOf(1)).focus();
    await page().keyboard.press('h');
    await page().getByRole('dialog').getByText(`Question ${round} 1?`).waitFor();
    await page().keyboard.press('Escape');
  });
});

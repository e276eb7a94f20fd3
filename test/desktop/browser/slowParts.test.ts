import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { stopTime } from '../../support/pageTime.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { questionIn } from '../support/screens/question.ts';
import { approvalSpec, notification, template } from '../support/samples.ts';
import { holdBack, until, visit, withClient } from './client.ts';
import { withQuestions } from './questions.ts';

const PRESSED: VariableSpec[] = [{ ...approvalSpec, variant: 'buttons', autoSubmitOnSelect: true }];

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
});

import { expect } from 'chai';
import type { Request } from 'playwright-core';
import { notification } from '../support/samples.ts';
import { until as untilHere } from '../../support/until.ts';
import { signIn, visit, withClient } from './client.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { questionIn } from '../support/screens/question.ts';

const EQUAL = { flowId: 'expense-approval', nodeId: 'review' };
const TABLE = `#/notifications?flow=${EQUAL.flowId}&node=${EQUAL.nodeId}`;

describe('desktop in a browser: equal questions', () => {
  const client = withClient();
  const page = () => client().page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const boxes = (name: string) => page().getByRole('checkbox', { name });
  const bars = () => page().getByRole('region', { name: 'Selected questions' });
  const ticks = async (name: string) => Promise.all((await boxes(name).all()).map((each) => each.isChecked()));

  before(() => signIn(client()));

  async function open(count: number, others = 0): Promise<void> {
    const { standIn } = client();
    standIn.state.notifications = Array.from({ length: count + others }, (_, n) =>
      notification({ id: `q${n}`, prompt: `Question q${n}?`, ...(n < count ? EQUAL : { nodeId: `other${n}` }) }),
    );
    standIn.tell({ event: 'notification_changed', data: { id: 'q0' } });
    await visit(client(), '#/flows');
    await visit(client(), TABLE);
    await page().getByRole('table').waitFor();
  }

  it('are selected in the list and in the table alike, and answered in one place', async () => {
    await open(3);
    await boxes('Select: Question q0?').first().check();
    await boxes('Select: Question q1?').last().check();
    await page().getByText('2 selected').waitFor();
    expect(await ticks('Select: Question q0?')).to.deep.equal([true, true]);
    expect(await ticks('Select: Question q1?')).to.deep.equal([true, true]);
    expect(await bars().count()).to.equal(1);
    await boxes('Select: Question q1?').first().uncheck();
    await page().getByText('1 selected').waitFor();
    await inboxOn(page()).rowOf('q2').click();
    await page().getByRole('article').waitFor();
    await page().getByText('1 selected').waitFor(); // where the list has the page to itself
    expect(await bars().count()).to.equal(1);
  });

  it('are counted before all of them are read', async () => {
    await open(120, 40);
    await page()
      .getByRole('heading', { name: /120 questions of/ })
      .waitFor();
    await boxes('Select: Question q0?').last().check();
    await button('Select all 120').click();
    await page().getByText('120 selected').waitFor();
    expect(await questionIn(page()).approve.count()).to.equal(1);
  });

  it('say how many can be selected if the total is unknown', async () => {
    await open(120, 40);
    await visit(client(), `${TABLE}&q=question`);
    await boxes('Select: Question q0?').first().check();
    await button('Select all, at most 1,000').click();
    await page().getByText('120 selected').waitFor();
    await untilHere(async () => (await button('Select all, at most 1,000').count()) === 0);
  });

  it('are answered in bulk without a read of the inbox for each answer', async () => {
    await open(120);
    await boxes('Select: Question q0?').first().check();
    await button('Select all 120').click();
    await questionIn(page()).approve.click();
    await button('Send 120 answers').click();
    const reads: string[] = [];
    const hear = (request: Request): unknown =>
      request.url().includes('/user/notifications?') && reads.push(request.url());
    page().on('request', hear);
    await questionIn(page()).sendNow.click();
    await page().getByText('120 of 120 done').waitFor();
    page().off('request', hear);
    expect(reads.filter((url) => url.includes('ids='))).to.deep.equal([]);
    expect(reads.filter((url) => !url.includes('cursor=')).length).to.be.within(1, 60);
  });
});

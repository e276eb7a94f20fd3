import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Assignment } from '../../contract/assignments.ts';
import type { Assigned, AssignBody } from '../../contract/sendings.ts';
import { assignmentsOn } from '../desktop/support/screens/assignments.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';

describe('working on assignments, in browsers (behaviour 2.8, 3.3)', function () {
  this.timeout(120_000);
  let product: TestProduct;
  let tim: Client;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
    tim = await product.as('tim@sandbox.test');
  });
  after(() => product?.close());
  afterEach(() => complaints.splice(0));

  const user = (id: string) => ({ kind: 'user' as const, id: `${id}@sandbox.test` });
  async function send(name: string, terms: Partial<AssignBody>): Promise<string> {
    const chat = await tim.call<{ id: string }>('POST', '/chats', { name, users: [] });
    const body = { chatId: chat.body.id, principals: [user('grace')], criterion: 'manual', ...terms };
    return (await tim.call<Assigned>('POST', '/assignments', body)).body.sending.id;
  }
  const visit = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

  it('shows notices above the questions until they are read, one by one or all at once', async () => {
    await send('Read this', {});
    const page = await signIn('Grace Hopper');
    const { latest, scope, button } = assignmentsOn(page);
    const told = latest.getByRole('link', { name: 'Tim Berners-Lee has assigned “Read this” to you' });
    await told.waitFor();
    await scope('Questions').click();
    await until(async () => (await latest.count()) === 0);
    await scope('All').click();
    await told.click();
    await page.getByRole('heading', { level: 1, name: 'Read this' }).waitFor();
    await visit(page, '#/notifications');
    await scope(/^Assigned to me$/).waitFor();
    expect(await latest.count()).to.equal(0);

    for (let n = 1; n <= 7; n++) await send(`Number ${n}`, {});
    const many = latest.getByRole('link', { name: '7 assignment updates' });
    await many.waitFor();
    expect(await latest.getByRole('listitem').count(), 'they do not push the questions away').to.equal(0);
    await many.click();
    await page.getByText('New · ').nth(6).waitFor();
    await button('Mark all as read').click();
    await until(async () => (await page.getByText('New · ').count()) === 0);
    await visit(page, '#/notifications');
    await scope(/^Assigned to me$/).waitFor();

    for (let n = 1; n <= 3; n++) await send(`Letter ${n}`, {});
    await latest.getByRole('button', { name: 'Mark all as read' }).click();
    await scope(/^Assigned to me$/).waitFor();
    await latest.waitFor({ state: 'detached' });
    await until(() => page.evaluate<boolean>(`document.activeElement.tagName === 'MAIN'`)); // the pressed button is gone
    expect(complaints).to.deep.equal([]);
  });

  it('lets the assignee resume and complete one, and reports what came too late', async () => {
    await send('Mark me', { principals: [user('ada')], dueAt: inHours(2) });
    const late = await send('Withdrawn', { principals: [user('ada')] });
    const page = await signIn('Ada Lovelace');
    const { card, choose } = assignmentsOn(page);
    await visit(page, '#/assignments');
    await card('Mark me')
      .getByText(/ · in (1|2) hours?$/)
      .waitFor();
    await card('Mark me').getByRole('button', { name: 'Start' }).click();
    await page.getByText('Assignment, attempt 1').waitFor();
    await visit(page, '#/assignments');
    await card('Mark me').getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Assignment, attempt 1').waitFor();
    await visit(page, '#/assignments');
    await choose(card('Mark me'), 'Mark complete');
    await until(async () => (await card('Mark me').count()) === 0);

    await page.route('**/assignments/*/start', async (route) => {
      const { body } = await tim.call<{ items: Assignment[] }>(
        'GET',
        `/assignments?direction=outbound&sendingId=${late}`,
      );
      await tim.call('POST', `/assignments/${body.items[0]!.id}/cancel`, {});
      await route.continue();
    });
    await card('Withdrawn').getByRole('button', { name: 'Start' }).click();
    await page.getByText('This is not possible any more: something has changed in the meantime.').waitFor();
    await until(async () => (await card('Withdrawn').count()) === 0);
    await visit(page, '#/assignments?tab=history');
    await card('Mark me').getByText('Completed').waitFor();
    await card('Withdrawn').getByText('Cancelled').waitFor();
  });

  it('lets the sender find a sending among all of them, and act on it', async () => {
    await send('First of two', { principals: [user('grace')] });
    await send('Second of two', { principals: [user('alan')] });
    const page = await signIn('Tim Berners-Lee');
    const { card, choose, button, results } = assignmentsOn(page);
    await visit(page, '#/assignments/sent');
    await page.getByRole('link', { name: 'First of two' }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('pending');
    await page.getByRole('searchbox', { name: 'Search' }).fill('of two');
    await until(async () => (await page.getByRole('article').count()) === 2);
    await page.getByRole('checkbox', { name: 'Select all shown' }).click();
    await button('Remind 2 selected').click();
    await results.nth(1).waitFor();
    await choose(card('Second of two'), 'Reassign');
    await page.getByRole('combobox', { name: 'To whom' }).pressSequentially('Barb');
    await page.getByRole('option', { name: 'Barbara Liskov' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reassign' }).click();
    await card('Barbara Liskov').waitFor();
    await choose(card('First of two'), 'Cancel');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel assignment' }).click();
    await until(async () => (await page.getByRole('article').count()) === 1);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('');
    await page.getByRole('link', { name: 'First of two' }).waitFor();
  });

  it('lets the sender remind, reassign and cancel, find an assignment and export the list', async () => {
    const id = await send('Three of you', { principals: [user('grace'), user('alan'), user('hedy')] });
    const page = await signIn('Tim Berners-Lee');
    const { card, choose, button, results } = assignmentsOn(page);
    await visit(page, `#/assignments/sent/${id}`);
    await card('Grace Hopper').getByRole('button', { name: 'Remind' }).click();
    await card('Grace Hopper').getByText('Reminded').waitFor();
    for (const name of ['Grace Hopper', 'Alan Turing']) await card(name).getByRole('checkbox').click();
    await button('Remind 2 selected').click();
    await results.nth(1).waitFor();
    expect((await results.allTextContents()).sort()).to.deep.equal([
      'Alan Turing: done',
      'Grace Hopper: They were reminded less than an hour ago.',
    ]);
    await page
      .getByText('1 done, 1 could not be done: they were reminded less than an hour ago, or are over.')
      .waitFor();

    await choose(card('Alan Turing'), 'Reassign');
    await page.getByRole('combobox', { name: 'To whom' }).pressSequentially('Barb');
    await page.getByRole('option', { name: 'Barbara Liskov' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reassign' }).click();
    await card('Barbara Liskov').getByText('Somebody else had it before.').waitFor();
    await card('Alan Turing').getByRole('link', { name: 'Barbara Liskov has it now.' }).waitFor();

    await choose(card('Hedy Lamarr'), 'Cancel');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Too much');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel assignment' }).click();
    await card('Hedy Lamarr').getByText('Reason: Too much').waitFor();

    await page.getByRole('combobox', { name: 'Status' }).selectOption('pending');
    await until(async () => (await page.getByRole('article').count()) === 2);
    await page.getByRole('searchbox', { name: 'Search' }).fill('Barbara');
    await until(async () => (await page.getByRole('article').count()) === 1);
    const [file] = await Promise.all([page.waitForEvent('download'), button('Export CSV').click()]);
    expect(file.suggestedFilename()).to.equal('assignments.csv');
    const rows = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    expect(rows).to.have.length(2);
    expect(rows[1]).to.include('Barbara Liskov');
    expect(complaints).to.deep.equal([]);
  });

  it('gives it to new members when its sender says so, and repeats it until it is ended', async () => {
    const group = { principals: [{ kind: 'group' as const, id: 'Legal' }] };
    const once = await send('To a group', group);
    const weekly = await send('Each week', { ...group, recurrence: { cron: '0 9 * * 1', timeZone: 'Europe/Berlin' } });
    const page = await signIn('Tim Berners-Lee');
    const { button } = assignmentsOn(page);
    await visit(page, `#/assignments/sent/${once}`);
    await button('Assign to new members').click();
    await page.getByText('Nobody has joined.').waitFor();
    await visit(page, `#/assignments/sent/${weekly}`);
    const dates = page.getByRole('region', { name: 'Recurrence' });
    await dates.getByText('Every Monday at 09:00, Europe/Berlin').waitFor();
    await page.getByRole('heading', { name: 'Nobody has it yet' }).waitFor();
    await dates.getByText('None yet.').waitFor();
    expect(await dates.getByRole('listitem').count()).to.equal(5);
    await button('End the recurrence').click();
    await button('End it').click();
    await dates.getByText('It does not recur any more.').waitFor();
    expect(complaints).to.deep.equal([]);
  });
});

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Chat } from '../../contract/chats.ts';
import { chatOn } from '../desktop/support/screens/chat.ts';
import { choose, pick } from '../desktop/support/screens/form.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';

describe('an assigned chat in the browsers of three people (behaviour 2.8, 4)', function () {
  this.timeout(180_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct({ samples: true });
  });
  after(() => product?.close());

  const visit = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  /** A page that has just opened takes the focus, and closes an open menu. */
  const inMenu = async (page: Page, name: string): Promise<void> => {
    const item = page.getByRole('menuitem', { name });
    do await page.getByRole('button', { name: 'More for “Safety quiz”' }).click();
    while (
      !(await item.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      ))
    );
    await item.click();
  };

  it('directs people who open the chat itself to the assignment, where their activity counts', async () => {
    const tim = await product.as('tim@sandbox.test');
    const made = await tim.call<Chat>('POST', '/chats', { name: 'Read this', users: ['alan@sandbox.test'] });
    const { id: chatId } = made.body;
    const principals = [{ kind: 'user', id: 'grace@sandbox.test' }];
    await tim.call('POST', '/assignments', { chatId, principals, criterion: 'chat_engaged' });
    const grace = await signIn('Grace Hopper');
    await visit(grace, `#/chats/${chatId}`);
    await grace.getByText('This chat is assigned to you.', { exact: false }).waitFor();
    await button(grace, 'More for this chat').click();
    await grace.getByRole('menuitem', { name: 'Assignments of this chat' }).waitFor();
    expect(await grace.getByRole('menuitem', { name: 'Assign…' }).count(), 'what would be refused').to.equal(0);
    await grace.keyboard.press('Escape');
    await grace.getByRole('link', { name: 'Open the assignment' }).click();
    await button(grace, 'Start: Read this').click();
    await chatOn(grace).composer.fill('I have read it');
    await grace.keyboard.press('Enter');
    await grace.getByText('Completed', { exact: true }).waitFor();
    await grace.close();
    expect(complaints).to.deep.equal([]);
  });

  it('is followed to its end: failed once and then passed, declined, and delegated', async () => {
    const tim = await signIn('Tim Berners-Lee');
    const { items } = (await (await product.as('tim@sandbox.test')).call<{ items: Chat[] }>('GET', '/chats')).body;
    const { id } = items.find(({ name }) => name === 'Safety quiz')!;
    await visit(tim, `#/chats/${id}`);
    await chatOn(tim).choose('Assign…');
    await pick(tim, 'People', 'Grace Hopper');
    await pick(tim, 'People', 'Alan Turing');
    await pick(tim, 'Groups', 'Legal');
    await choose(tim, 'When is it done?', 'Done when the flow says “passed”');
    await tim.getByLabel('How many times it may be retried').fill('2');
    await tim.getByRole('switch', { name: 'They may hand it on' }).click();
    await tim.getByRole('switch', { name: 'They may decline it' }).click();
    await tim.getByText(/\d people: Grace Hopper, Alan Turing, Legal/).waitFor();
    await button(tim, 'Assign').click();
    await tim.getByText(/^Assigned to \d people$/).waitFor();
    const follow = tim.getByRole('link', { name: 'See its progress' });
    await follow.focus();
    await tim.keyboard.press('Tab');
    expect(await follow.and(tim.locator(':focus')).count(), 'Tab leads away from it').to.equal(0);
    await follow.click();
    await tim.getByText(/^\d not started$/).waitFor();

    const grace = await signIn('Grace Hopper');
    await visit(grace, '#/assignments');
    await grace.getByText('From Tim Berners-Lee').waitFor();
    await button(grace, 'Start: Safety quiz').click();
    await answerQuiz(grace, ['Your manager', 'Yes', 'Lock them']);
    await grace.getByText('You have 0 of 3 right answers. Two are needed to pass.').waitFor();
    await grace.getByText('This attempt has failed.').waitFor();
    expect(await grace.getByRole('textbox').count(), 'where one would write').to.equal(0);
    await button(grace, 'Retry').click();
    await grace.getByText('Assignment, attempt 2').waitFor();
    await answerQuiz(grace, ['112', 'No', 'Lock them']);
    await grace.getByText('You have 2 of 3 right answers. You have passed.').waitFor();
    await visit(grace, '#/assignments?tab=history');
    await grace.getByText('Passed', { exact: true }).waitFor();

    const alan = await signIn('Alan Turing');
    await visit(alan, '#/assignments');
    await inMenu(alan, 'Hand on');
    await pick(alan, 'To whom', 'Grace Hopper');
    await alan.getByRole('textbox', { name: 'Reason' }).fill('She knows it by heart');
    await alan.getByRole('dialog').getByRole('button', { name: 'Hand on' }).click();
    await alan.getByText('Nothing is assigned to you').waitFor();
    await visit(alan, '#/assignments?tab=history');
    await alan.getByText('Grace Hopper has it now.').waitFor();

    await visit(grace, '#/assignments');
    await inMenu(grace, 'Decline');
    await grace.getByRole('textbox', { name: 'Reason' }).fill('Once is enough');
    await grace.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await grace.getByText('Nothing is assigned to you').waitFor();

    await tim.getByText(/1 done/).waitFor();
    await tim.getByText('Reason: Once is enough').waitFor();
    await tim.getByText('Reason: She knows it by heart').waitFor();
    await visit(tim, '#/notifications?scope=outbound');
    for (const words of ['Grace Hopper is done with', 'Alan Turing has handed on', 'Grace Hopper has declined'])
      await tim.getByText(words).first().waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('is reminded of and cancelled, several at once, each with its own result', async () => {
    const tim = await product.as('tim@sandbox.test');
    const made = await tim.call<Chat>('POST', '/chats', { name: 'Read this', users: [] });
    const body = { chatId: made.body.id, principals: [{ kind: 'group', id: 'Finance' }], criterion: 'manual' };
    const { sending } = (await tim.call<{ sending: { id: string } }>('POST', '/assignments', body)).body;
    const page = await signIn('Tim Berners-Lee');
    await visit(page, `#/assignments/sent/${sending.id}`);
    const all = page.getByRole('checkbox', { name: 'Select all shown' });
    await all.click();
    const count = await page.getByRole('article').count();
    await page.getByRole('button', { name: `Remind ${count} selected` }).click();
    await page.getByText(`${count} done.`).waitFor();
    await all.click();
    await page.getByRole('button', { name: `Cancel ${count} selected` }).click();
    await page.getByRole('button', { name: 'Keep them' }).click();
    await page.getByRole('button', { name: `Cancel ${count} selected` }).click();
    await page.getByRole('button', { name: 'Cancel them' }).click();
    await page.getByText(`${count} ended otherwise`).waitFor();
    await until(async () => (await page.getByRole('checkbox').count()) === 0);
    expect(complaints).to.deep.equal([]);
  });

  async function answerQuiz(page: Page, [number, lift, door]: [string, string, string]): Promise<void> {
    await button(page, 'Open form').last().click();
    await choose(page, 'Which number do you call first?', number);
    await choose(page, 'May you take the lift?', lift);
    await choose(page, 'What do you do with doors behind you?', door);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Submit answer|Send answer/ })
      .click();
  }
});

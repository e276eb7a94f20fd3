import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Assignment } from '../../contract/assignments.ts';
import type { Chat } from '../../contract/chats.ts';
import type { Sending } from '../../contract/sendings.ts';
import { chatOn } from '../desktop/support/screens/chat.ts';
import { choose, pick } from '../desktop/support/screens/form.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';

interface Items<Item> {
  items: Item[];
}

describe('the assign dialog in a browser', function () {
  this.timeout(120_000);
  let product: TestProduct;
  let tim: Page;
  let chat: Chat;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
    const owner = await product.as('tim@sandbox.test');
    chat = (await owner.call<Chat>('POST', '/chats', { name: 'House rules', users: [] })).body;
    tim = await signIn('Tim Berners-Lee');
  });
  after(() => product?.close());
  beforeEach(async () => {
    complaints.length = 0;
    await tim.goto(`${product.url}/#/chats/${chat.id}`);
    await tim.reload();
    await chatOn(tim).choose('Assign…');
    await tim.getByRole('combobox', { name: 'People', exact: true }).waitFor();
  });

  const submit = () => tim.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
  /** Waits from before the press: the toast goes after a few seconds. */
  const submitAndHear = async (words: string): Promise<void> => {
    const ended = await Promise.allSettled([submit(), tim.getByText(words, { exact: true }).waitFor()]);
    const failed = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    const shown = failed.length > 0 ? await tim.locator('body').innerText() : '';
    expect(failed, `instead, the page says: ${shown}`).to.deep.equal([]);
  };
  const newest = async (): Promise<Sending> =>
    (await (await product.as('tim@sandbox.test')).call<Items<Sending>>('GET', '/sendings')).body.items[0]!;

  it('keeps the focus for a recurrence, shows the next five dates, and sends the durations', async () => {
    await pick(tim, 'People', 'Grace Hopper');
    const often = tim.getByRole('combobox', { name: 'How often', exact: true });
    await often.focus();
    await tim.keyboard.press('Enter');
    await tim.keyboard.press('ArrowDown');
    await tim.keyboard.press('ArrowDown');
    await tim.keyboard.press('Enter');
    await tim.getByLabel('Time zone').waitFor();
    expect(await often.textContent()).to.equal('Every week');
    await tim.locator('[role=combobox]:focus').and(often).waitFor();
    await tim.getByText('The next dates:').waitFor();
    expect(await tim.getByRole('dialog').getByRole('listitem').count()).to.equal(5);
    await tim.getByLabel('Due after').fill('48');
    await submitAndHear('It will be assigned on each date');
    const { recurrence } = await newest();
    expect(recurrence).to.include({ cron: '0 9 * * 1', dueAfterMs: 48 * 3_600_000 });
    expect(complaints).to.deep.equal([]);
  });

  it('shows the dates by the clocks of their rule, and names a time zone that is not the own one', async () => {
    await pick(tim, 'People', 'Grace Hopper');
    await choose(tim, 'How often', 'Every day');
    const zone = tim.getByRole('textbox', { name: 'Time zone', exact: true });
    const dates = tim.getByRole('dialog').getByRole('listitem');
    for (const [timeZone, words] of [
      ['Asia/Tokyo', /, 09:00 GMT\+9$/],
      [await zone.inputValue(), /, 09:00$/],
    ] as const) {
      await zone.fill(timeZone);
      await dates.filter({ hasText: words }).nth(4).waitFor();
      expect(await dates.count()).to.equal(5);
    }
    await zone.fill('Asia/Tokyo');
    await submitAndHear('It will be assigned on each date');
    const { id, recurrence } = await newest();
    expect(recurrence!.next[0]).to.match(/T00:00:00/);
    await tim.goto(`${product.url}/#/assignments/sent/${id}`);
    await tim
      .getByRole('region', { name: 'Recurrence' })
      .getByText(/, 09:00 GMT\+9$/)
      .nth(4)
      .waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it("shows the server's errors at their field, and continues from there", async () => {
    await submit();
    await tim.getByRole('combobox', { name: 'People', exact: true, description: /.+/ }).waitFor();
    await pick(tim, 'People', 'Grace Hopper');
    await choose(tim, 'How often', 'By a cron expression');
    await tim.getByLabel('Cron expression').fill('61 9 * * *');
    await submit();
    const cron = tim.getByRole('textbox', { name: 'Cron expression', exact: true });
    await tim.locator('[aria-invalid="true"]').first().waitFor();
    expect(await cron.getAttribute('aria-invalid')).to.equal('true');
    await choose(tim, 'How often', 'Once, now');
    await submitAndHear('Assigned to one person');
  });

  for (const width of [1180, 360])
    it(`says what it has done above the message field, in a window ${width} pixels wide`, async () => {
      await tim.setViewportSize({ width, height: 800 });
      await pick(tim, 'People', 'Grace Hopper');
      await submitAndHear('Assigned to one person');
      const boxes = [tim.getByText('Assigned to one person', { exact: true }), chatOn(tim).composer].map((each) =>
        each.boundingBox(),
      );
      const [said, field] = await Promise.all(boxes);
      await tim.setViewportSize({ width: 1180, height: 860 });
      expect(said!.y + said!.height).to.be.below(field!.y);
    });

  it('pins a version, whose log is used', async () => {
    await pick(tim, 'People', 'Grace Hopper');
    await choose(tim, 'Version of the chat', 'Version 1: House rules');
    await choose(tim, 'When is it done?', 'Done when it is marked complete');
    await submitAndHear('Assigned to one person');
    expect((await newest()).chatVersion).to.equal(1);

    const grace = await signIn('Grace Hopper');
    const api = await product.as('grace@sandbox.test');
    const pinned = (await api.call<Items<Assignment>>('GET', '/assignments?direction=inbound')).body.items[0]!;
    const { logId } = (await api.call<Assignment>('POST', `/assignments/${pinned.id}/start`)).body;
    await grace.goto(`${product.url}/#/logs/${logId}`);
    await grace.getByText('Assignment, attempt 1').waitFor();
    await chatOn(grace).composer.fill('I have read them');
    await grace.keyboard.press('Enter');
    await grace.getByRole('log').getByText('I have read them').waitFor();
    expect(complaints).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import type { Assigned } from '../../contract/sendings.ts';
import { addBigGroups } from '../../sandbox/bigGroups.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { assignmentsOn } from '../desktop/support/screens/assignments.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';

/** More than one call takes. */
const MANY = 210;

describe('an assignment for very many people, in a browser (behaviour 2.8)', function () {
  this.timeout(120_000);
  let product: TestProduct;
  let sendingId: string;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    const tenant = readTenant();
    addBigGroups(tenant, [MANY]);
    product = await startProduct({ sandboxOptions: { tenant } });
    const tim = await product.as('tim@sandbox.test');
    const chat = await tim.call<{ id: string }>('POST', '/chats', { name: 'Read this', users: [] });
    const body = { chatId: chat.body.id, principals: [{ kind: 'group', id: `Big ${MANY}` }], criterion: 'manual' };
    sendingId = (await tim.call<Assigned>('POST', '/assignments', body)).body.sending.id;
  });
  after(() => product?.close());

  it('lets the sender select anybody who is shown, and everybody', async () => {
    const page = await signIn('Tim Berners-Lee');
    const { button } = assignmentsOn(page);
    await page.evaluate(`location.hash = '#/assignments/sent/${sendingId}'`);
    const articles = page.getByRole('article');
    await articles.first().waitFor();
    for (let shown = 50; shown < MANY; shown += 50) {
      await button('Show more').click();
      await until(async () => (await articles.count()) > shown);
    }
    expect(await articles.count()).to.equal(MANY);

    await articles.last().getByRole('checkbox').click();
    await button('Remind 1 selected').click();
    await page.getByText('1 done.', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all shown' }).click();
    await button(`Remind ${MANY} selected`).click();
    const rest = `${MANY - 1} done, 1 could not be done: they were reminded less than an hour ago, or are over.`;
    await page.getByText(rest, { exact: true }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('keeps what is done and selects the rest if a further call fails', async () => {
    const page = await signIn('Tim Berners-Lee');
    const { button } = assignmentsOn(page);
    await page.evaluate(`location.hash = '#/assignments/sent/${sendingId}'`);
    const articles = page.getByRole('article');
    for (let shown = 50; shown < MANY; shown += 50) {
      await button('Show more').click();
      await until(async () => (await articles.count()) > shown);
    }
    let calls = 0;
    await page.route(/assignments\/bulk$/, (route) => {
      calls += 1;
      return calls === 2 ? route.abort() : route.continue();
    });
    await page.getByRole('checkbox', { name: 'Select all shown' }).click();
    await button(`Cancel ${MANY} selected`).click();
    await button('Cancel them').click();
    await page.getByText('200 done.', { exact: true }).waitFor();
    await page.getByText('The server cannot be reached').waitFor();
    await button(`Cancel ${MANY - 200} selected`).click();
    await button('Cancel them').click();
    await page.getByText(`${MANY - 200} done.`, { exact: true }).waitFor();
  });
});

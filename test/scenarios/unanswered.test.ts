import { expect } from 'chai';
import type { SentPage } from '../../contract/sent.ts';
import { addBigGroups } from '../../sandbox/bigGroups.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';
import { answered, asking, publish } from './support.ts';

/** More than two pages. */
const MANY = 110;
/** More than a row names. */
const SOME = 7;

describe('a question to very many people, in a browser', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    const tenant = readTenant();
    addBigGroups(tenant, [MANY, SOME]);
    product = await startProduct({ sandboxOptions: { tenant } });
  });
  after(() => product?.close());

  it('shows its starter everyone who has not answered', async () => {
    const ada = await product.as('ada@sandbox.test');
    const assignees = { groups: [`Big ${MANY}`], users: ['grace@sandbox.test'] };
    const human = { inputType: 'text', prompt: 'Coming?', strategy: 'all', channels: [], assignees };
    await publish(ada, asking({ id: 'party', human }));
    const execution = await product.run(ada, 'party');
    await product.reached(ada, execution, 'waiting');
    const grace = await product.as('grace@sandbox.test');
    await answered(grace, `${execution}-ask`, 'Yes');

    const page = await signIn('Ada Lovelace');
    await page.evaluate(`location.hash = '#/notifications?scope=asked'`);
    await page.getByRole('button', { name: 'Show everyone it waits for: Coming?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who has not answered yet' });
    const people = dialog.getByRole('listitem');
    for (let shown = 50; shown < MANY; shown += 50) {
      await dialog.getByRole('button', { name: 'Show more' }).click();
      await until(async () => (await people.count()) > shown);
    }
    const names = await people.allTextContents();
    expect(names).to.have.length(MANY);
    expect(names).to.deep.equal([...names].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
    expect(names).to.not.include('Grace Hopper');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(complaints).to.deep.equal([]);
  });

  it('shows its starter all whom no message has reached', async () => {
    product.sandbox.mail.refuseNext(SOME, 550);
    const ada = await product.as('ada@sandbox.test');
    const human = { inputType: 'text', prompt: 'Read?', assignees: { groups: [`Big ${SOME}`] }, channels: ['email'] };
    await publish(ada, asking({ id: 'lost', human }));
    const execution = await product.run(ada, 'lost');
    await product.reached(ada, execution, 'waiting');
    await until(async () =>
      (await ada.call<SentPage>('GET', '/user/requests')).body.items.some(({ unreached }) => unreached.hasMore),
    );

    const page = await signIn('Ada Lovelace');
    await page.evaluate(`location.hash = '#/notifications?scope=asked'`);
    await page.getByText(/^No message has reached .+ and others\. They can find it in the web client/).waitFor();
    await page.getByRole('button', { name: 'Show who was not reached: Read?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Whom no message has reached' });
    await until(async () => (await dialog.getByRole('listitem').count()) === SOME);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.evaluate(`location.hash = '#/executions/${execution}'`);
    await page.getByText(/^No message has reached .+ and others\./).waitFor();
    expect(complaints).to.deep.equal([]);
  });
});

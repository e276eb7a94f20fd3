import { expect } from 'chai';
import type { Assigned } from '../../contract/sendings.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';

describe('cancelling a sending for everybody, in browsers (behaviour 2.8)', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => (product = await startProduct()));
  after(() => product?.close());

  it('is confirmed once, and shows its progress', async () => {
    const tim = await product.as('tim@sandbox.test');
    const chat = await tim.call<{ id: string }>('POST', '/chats', { name: 'The wrong policy', users: [] });
    const principals = [{ kind: 'group', id: 'Finance' }];
    const body = { chatId: chat.body.id, principals, criterion: 'manual' };
    const { sending, people } = (await tim.call<Assigned>('POST', '/assignments', body)).body;
    const page = await signIn('Tim Berners-Lee');
    await page.evaluate(`location.hash = '#/assignments/sent/${sending.id}'`);
    const button = page.getByRole('region', { name: 'Progress' }).getByRole('button', { name: 'Cancel for everybody' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: `Cancel all ${people} that are open?` });
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await button.click();
    await dialog.getByRole('button', { name: 'Cancel for everybody' }).click();
    await button.waitFor({ state: 'detached' });
    const cards = page.getByRole('listitem').getByText('Cancelled', { exact: true });
    await cards.nth(people - 1).waitFor();
    expect(complaints).to.deep.equal([]);
  });
});

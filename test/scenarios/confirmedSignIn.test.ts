import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { SECOND_FACTOR_CLAIMS } from '../../sandbox/identity/secondFactor.ts';
import { findPerson } from '../../sandbox/tenant.ts';
import { SWITCHES, tool } from '../flow/onBehalfSupport.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';
import { publish } from './support.ts';

describe('a sign-in of which the organisation demands more, in a browser (behaviour 5.3)', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
    const { settings, live } = product.product.services;
    await settings.change(SWITCHES, { actor: 'test', verifiedBy: 'session' });
    await live.refresh();
  });
  after(() => product?.close());

  const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm sign-in' });

  it('is confirmed where the failure is shown, and the step is done when it is tried again', async () => {
    const ada = await product.as('ada@sandbox.test');
    findPerson(product.sandbox.tenant, 'ada@sandbox.test')!.secondFactorFor = ['graph'];
    await publish(ada, tool('reads', 'mail_read', {}) as never);
    const id = await product.run(ada, 'reads', { text: '' });
    await product.reached(ada, id, 'failed');

    const page = await signIn('Ada Lovelace');
    const place = `#/executions/${id}`;
    await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/authorize') && request.method() === 'GET')
        asked.push(url.searchParams.get('claims') ?? '');
    });
    await confirm(page).click();
    await page.getByRole('main').getByText('Your sign-in is confirmed').waitFor();
    expect(page.url().endsWith(place), page.url()).to.equal(true);
    const { access_token } = JSON.parse(asked[0]!) as { access_token: unknown };
    expect({ access_token }).to.deep.equal(JSON.parse(SECOND_FACTOR_CLAIMS));
    expect(await confirm(page).count()).to.equal(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await product.reached(ada, id, 'completed');
    expect(complaints).to.deep.equal([]);
  });

  it('is asked of nobody but the person who started it', async () => {
    const ada = await product.as('ada@sandbox.test');
    const grace = await product.as('grace@sandbox.test');
    findPerson(product.sandbox.tenant, 'grace@sandbox.test')!.secondFactorFor = ['graph'];
    await publish(ada, tool('hers', 'mail_read', {}) as never);
    const id = await product.run(grace, 'hers', { text: '' });
    await product.reached(grace, id, 'failed');
    const page = await signIn('Ada Lovelace');
    await page.evaluate(`location.hash = '#/executions/${id}'`);
    await page.getByText('confirm their sign-in on this page').first().waitFor();
    expect(await confirm(page).count()).to.equal(0);
  });
});

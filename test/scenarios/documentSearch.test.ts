import { expect } from 'chai';
import { SEARCH_SERVICE } from '../../sandbox/identity/scopes.ts';
import { SEARCH_ORIGIN } from '../../sandbox/search/searchService.ts';
import { findPerson } from '../../sandbox/tenant.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';

describe('searching documents in a browser (behaviour 5.3 D)', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct({ samples: true });
    const ada = await product.as('ada@sandbox.test');
    const settings = { searchEndpoint: SEARCH_ORIGIN, searchIndex: 'files', enableSearchAcl: true };
    expect((await ada.call('PATCH', '/settings', settings)).status).to.equal(200);
    const { searchIndex, search } = product.product.services;
    const document = { source: 's', text: 'Nobody flies.', address: 'https://documents.test/x', modifiedAt: 1 };
    const idOf = (mail: string) => findPerson(product.sandbox.tenant, mail)!.id;
    await searchIndex.put([
      { ...document, id: 'mine', title: 'Travel of Grace', readers: [idOf('grace@sandbox.test')] },
      { ...document, id: 'hers', title: 'Travel of Ada', readers: [idOf('ada@sandbox.test')] },
    ]);
    await search.look();
  });
  after(() => product?.close());

  it("finds only the person's own documents, with a token that the browser gets for the search service", async () => {
    const page = await signIn('Grace Hopper');
    await page.evaluate("location.hash = '#/chats'");
    await page.getByRole('main').getByRole('link').first().click();
    const tokens: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/search')) tokens.push(request.headers()['x-ms-query-source-authorization']);
    });
    await page.getByRole('button', { name: 'Search documents' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search documents' });
    await dialog.getByRole('searchbox').fill('travel');
    await dialog.getByRole('link', { name: 'Travel of Grace' }).waitFor();
    expect(await dialog.getByRole('listitem').count()).to.equal(1);
    const [, claims] = tokens[0]!.replace('Bearer ', '').split('.');
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).to.include({
      aud: SEARCH_SERVICE,
      scp: 'user_impersonation',
      oid: findPerson(product.sandbox.tenant, 'grace@sandbox.test')!.id,
    });
    expect(complaints).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import type { ClientConfig } from '../../contract/client.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { validSettings, UNSET } from './support.ts';

describe('document libraries (behaviour 5.3 A)', () => {
  let product: TestProduct;
  let ada: Client;

  before(async () => {
    product = await startProduct({ config: UNSET, withLoops: false });
    ada = await product.as('ada@sandbox.test');
  });
  after(() => product?.close());

  const set = (values: object) => ada.call('PATCH', '/settings', values);
  const offered = async () => (await ada.call<ClientConfig>('GET', '/client-config')).body.documents?.libraries;

  it('are offered to clients once a registration is set, also as a managed identity', async () => {
    expect(await offered()).to.equal(undefined);
    await set({ docSiteAuthType: 'managedSystemIdentity' });
    expect(await offered()).to.equal(true);
    await set({ docSiteAuthType: null, docSiteClientId: validSettings(product.sandbox).docSiteClientId });
    expect(await offered()).to.equal(true);
  });
});

import { expect } from 'chai';
import { freePort } from '../support/freePort.ts';
import { eventually, startProduct, type TestProduct } from '../support/product.ts';

const DOCS = ['/openapi.json', '/docs', '/docs/', '/docs/json', '/docs/static/swagger-ui.css'];

describe('On a tenant', () => {
  let product: TestProduct;
  before(async () => {
    product = await startProduct({
      config: { mode: 'tenant', publicUrl: 'https://handback.test', port: await freePort() },
    });
  });
  after(() => product?.close());
  const at = (path: string, headers = {}) =>
    fetch(`http://localhost:${product.config.port}${path}`, { headers, redirect: 'manual' });

  it('the API description is only for people who are signed in', async () => {
    const bearer = { authorization: `Bearer ${await product.sandbox.tokenFor('grace@sandbox.test')}` };
    for (const path of DOCS) {
      const refused = await at(`/api${path}`);
      expect(refused.status, path).to.equal(401);
      expect(await refused.text(), path)
        .to.include('unauthenticated')
        .and.to.not.include('/user/notifications');
      expect((await at(`/api${path}`, bearer)).status, path).to.be.oneOf([200, 302]);
    }
    const described = (await (await at('/api/openapi.json', bearer)).json()) as { paths: object };
    expect(described.paths).to.have.property('/api/user/notifications');
  });

  it('browsers are told to stay on https, whatever they request', async () => {
    for (const path of [
      '/',
      '/api/client-config',
      '/api/me',
      '/api/nothing',
      '/nothing',
      '/api/flow/external-response?token=x',
    ])
      expect((await at(path)).headers.get('strict-transport-security'), path).to.equal('max-age=31536000');
  });
});

describe('Without https', () => {
  let product: TestProduct;
  before(async () => void (product = await startProduct()));
  after(() => product?.close());

  it('browsers are not told to stay on it, and the sandbox shows its API description to anyone', async () => {
    for (const path of DOCS) {
      const { status, headers } = await eventually(async () => {
        const response = await fetch(`${product.url}/api${path}`, { redirect: 'manual' });
        return response.status === 503 ? undefined : response; // a server that has just started on a busy machine
      });
      expect(status, path).to.be.oneOf([200, 302]);
      expect(headers.has('strict-transport-security'), path).to.equal(false);
    }
  });
});

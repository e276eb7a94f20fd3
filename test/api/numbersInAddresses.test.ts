import { expect } from 'chai';
import type { Problem } from '../../contract/problem.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { expectProblem } from '../scenarios/support.ts';
import { queryParameters } from './queryParameters.ts';

const NO_NUMBERS = ['0x10', '1e1', '%205', '5%20', '5.0', '+5', '0b11', '', 'NaN'];

describe('numbers in addresses', () => {
  let product: TestProduct;
  let ada: Client;
  before(async () => {
    product = await startProduct({ withLoops: false });
    ada = await product.as('ada@sandbox.test');
  });
  after(() => product?.close());

  it('are digits, and anything else is refused by name', async () => {
    const asked = (await queryParameters(ada)).filter(({ type }) => type === 'integer');
    expect(asked.length).to.be.greaterThan(9);
    for (const { path, name } of asked)
      for (const text of NO_NUMBERS) {
        const answer = await ada.call<Problem>('GET', `${path}?${name}=${text}`);
        const { fields } = expectProblem(answer, 422, 'validation_failed');
        expect(fields, `${path} ${name}=${text}`).to.have.property(name);
      }
  });

  it('are refused outside their range, and with the bound named', async () => {
    const { checks } = expectProblem(await ada.call<Problem>('GET', '/flows?limit=-1'), 422, 'validation_failed');
    expect(checks).to.deep.equal({ limit: { id: 'numberFrom', values: { min: 1 } } });
    expectProblem(await ada.call<Problem>('GET', '/flows?limit=201'), 422, 'validation_failed');
    expect((await ada.call('GET', '/flows?limit=200')).status).to.equal(200);
  });

  it('are digits in the path, too', async () => {
    const { body } = await ada.call<{ id: string }>('POST', '/chats', { name: 'Versions' });
    expect((await ada.call('GET', `/chats/${body.id}/versions/1`)).status).to.equal(200);
    for (const text of ['0x1', '1.0', '%201', '+1'])
      expectProblem(await ada.call<Problem>('GET', `/chats/${body.id}/versions/${text}`), 404, 'not_found');
  });
});

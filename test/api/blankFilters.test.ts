import { expect } from 'chai';
import type { Problem } from '../../contract/problem.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { expectProblem } from '../scenarios/support.ts';
import { queryParameters } from './queryParameters.ts';

describe('blank filters of lists', () => {
  let product: TestProduct;
  let ada: Client;
  before(async () => {
    product = await startProduct({ withLoops: false });
    ada = await product.as('ada@sandbox.test');
  });
  after(() => product?.close());

  it('are refused by name, whatever they filter', async () => {
    const asked = await queryParameters(ada);
    expect(asked.length).to.be.greaterThan(50);
    for (const { path, name } of asked)
      for (const blank of ['', '%20%20']) {
        const answer = await ada.call<Problem>('GET', `${path}?${name}=${blank}`);
        const { fields } = expectProblem(answer, 422, 'validation_failed');
        expect(fields, `${path} ${name}`).to.have.property(name);
      }
  });

  it('are refused too if they hold an address in place of an id', async () => {
    for (const name of ['startedBy', 'waitsFor'])
      for (const list of ['/executions', '/executions/counts']) {
        const answer = await ada.call<Problem>('GET', `${list}?${name}=ada@sandbox.test`);
        const { checks } = expectProblem(answer, 422, 'validation_failed');
        expect(checks, `${list} ${name}`).to.deep.equal({ [name]: { id: 'idForm', values: {} } });
        expect((await ada.call('GET', `${list}?${name}=mailto:guest@partner.test`)).status).to.equal(200);
      }
  });

  it('are named if one of several is blank', async () => {
    const answer = await ada.call<Problem>('GET', '/executions?q=&flowId=expenses&flowId=');
    const { checks } = expectProblem(answer, 422, 'validation_failed');
    expect(checks!['q']).to.deep.equal({ id: 'blankFilter', values: {} });
    expect(checks).to.have.property('flowId');
  });
});

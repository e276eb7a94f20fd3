import { expect } from 'chai';
import { openDatabase, type Database } from '../../server/foundation/database/connection.ts';
import { expectProblem } from '../scenarios/support.ts';
import { startCable } from '../support/cable.ts';
import { postgresUrl } from '../support/postgres.ts';
import { eventually, startProduct, type TestProduct } from '../support/product.ts';

describe('a call whose connection to the database breaks while it is stored', () => {
  let product: TestProduct;
  let cable: Awaited<ReturnType<typeof startCable>>;
  let database: Database;
  let isStoring = false;

  before(async () => {
    const url = await postgresUrl();
    database = await openDatabase(url, 1);
    cable = await startCable(url, (sent) => {
      isStoring ||= sent.includes('insert into "chats"');
      if (isStoring && /commit/i.test(sent)) {
        isStoring = false;
        cable.silence(); // PostgreSQL still gets this, but its answer is lost
      }
      return sent;
    });
    product = await startProduct({ databaseUrl: cable.url, withLoops: false });
  });
  after(async () => {
    await product?.close();
    cable?.close();
    await database?.close();
  });

  it('is not told that nothing was changed, and learns with its key what was', async () => {
    const ada = await product.as('ada@sandbox.test');
    const make = () => ada.call('POST', '/chats', { name: 'Stored' }, { 'idempotency-key': 'once' });
    const refusal = make();
    const id = await eventually(async () => (await database.reader('chats').pluck<string[]>('id'))[0]);
    cable.cut();

    const refused = await refusal;
    const { detail } = expectProblem(refused, 503, 'unavailable');
    expect(detail).to.equal('The server cannot store this right now. Send it again.');
    expect(refused.headers.get('retry-after')).to.match(/^\d+$/);

    const again = await eventually(async () => {
      const answer = await make();
      return answer.status === 503 ? undefined : answer;
    });
    expect([again.status, again.body['id']]).to.deep.equal([201, id]);
    expect(await database.reader('chats').pluck('id')).to.deep.equal([id]);
  });
});

import { expect } from 'chai';
import { ConfigError } from '../../server/foundation/config.ts';
import { usingDatabase } from '../../server/foundation/refusedStart.ts';

const thrownBy = (error: Error) =>
  usingDatabase(() => Promise.reject(error)).then(
    () => expect.fail('it did not throw'),
    (thrown: Error) => thrown,
  );
const coded = (code: string, text: string) => Object.assign(new Error(text), { code });

describe('what a database refuses at the start', () => {
  it('is told by the variable that says where it is, for each address of its host', async () => {
    const refusals = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:5432`));
    const both = Object.assign(new AggregateError(refusals), { code: 'ECONNREFUSED' });
    const { message } = await thrownBy(both);
    expect(message)
      .to.include('DATABASE_URL: ')
      .and.to.include(refusals.map((each) => each.message).join(', '));
    expect(await thrownBy(coded('28P01', 'password authentication failed'))).to.be.instanceOf(ConfigError);
  });

  it('is what it was where it is a fault of ours, or told already', async () => {
    for (const error of [new TypeError('x is not a function'), new ConfigError(['HANDBACK_KEY must be given'])])
      expect(await thrownBy(error)).to.equal(error);
  });
});

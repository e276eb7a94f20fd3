import { expect } from 'chai';
import { ConfigError } from '../../server/foundation/config.ts';
import { explained, usingDatabase } from '../../server/foundation/refusedStart.ts';

const thrownBy = (error: Error) =>
  usingDatabase(() => Promise.reject(error)).then(
    () => expect.fail('it did not throw'),
    (thrown: Error) => thrown,
  );
const coded = (code: string, text: string) => Object.assign(new Error(text), { code });

describe('a database error at the start', () => {
  it('names the variable that says where the database is, for each address of its host', async () => {
    const refusals = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:5432`));
    const both = Object.assign(new AggregateError(refusals), { code: 'ECONNREFUSED' });
    const { message } = await thrownBy(both);
    expect(message)
      .to.include('DATABASE_URL: ')
      .and.to.include(refusals.map((each) => each.message).join(', '));
    expect(await thrownBy(coded('28P01', 'password authentication failed'))).to.be.instanceOf(ConfigError);
  });

  it('is unchanged if it is our own error, or already explained', async () => {
    for (const error of [new TypeError('x is not a function'), new ConfigError(['HANDBACK_KEY must be given'])])
      for (const told of [await thrownBy(error), explained(error)]) expect(told).to.equal(error);
    const once = await thrownBy(coded('SQLITE_IOERR', 'disk I/O error'));
    expect(explained(once)).to.equal(once);
  });
});

import { expect } from 'chai';
import { postgresUrl } from '../support/postgres.ts';
import { rollServers } from './rollingRestart.ts';

/** `npm run chaos` replaces ten servers; a SQLite file can have only one server at a time. */
describe('a server that is replaced under load', function () {
  this.timeout(180_000);
  this.slow(40_000);

  it('loses no request, cuts no event stream without a hint, and leaves nothing behind', async () => {
    const seen = await rollServers({ databaseUrl: await postgresUrl(), times: 1, clients: 6, streams: 12 });
    console.log(`      ${seen.measured}`);
    expect(seen.violations).to.deep.equal([]);
    expect(seen).to.include({ lost: 0, cut: 0 });
    expect(seen.requests).to.be.above(100);
  });
});

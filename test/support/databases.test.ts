import { expect } from 'chai';
import pg from 'pg';
import { forEachDatabase } from './databases.ts';
import { postgresUrl } from './postgres.ts';

describe('databases for tests', () => {
  forEachDatabase((name, openUrl) => {
    it('are a new empty one each time', async () => {
      const [first, second] = [await openUrl(), await openUrl()];
      expect(first).not.to.equal(second);
      expect(first).to.match(name === 'SQLite' ? /^sqlite:/ : /^postgres:/);
    });
  });

  it('are, for PostgreSQL, real, in UTF-8 and sorted as SQLite sorts', async () => {
    const client = new pg.Client({ connectionString: await postgresUrl() });
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_encoding') AS encoding, 'Z' < 'a' AS "isBinary"`,
    );
    await client.end();
    expect(rows).to.deep.equal([{ encoding: 'UTF8', isBinary: true }]);
  });
});

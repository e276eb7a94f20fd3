import { expect } from 'chai';
import pg from 'pg';
import { forEachDatabase } from './databases.ts';
import { postgresUrl } from './postgres.ts';
import { launchBrowser } from './chromium.ts';

describe('databases', () => {
  forEachDatabase((name, openUrl) => {
    it('hands out another empty database each time', async () => {
      const urls = [await openUrl(), await openUrl()];
      expect(urls[0]).not.to.equal(urls[1]);
      expect(urls[0]).to.match(name === 'SQLite' ? /^sqlite:/ : /^postgres:/);
    });
  });

  it('runs a real PostgreSQL that orders like SQLite', async () => {
    const client = new pg.Client({ connectionString: await postgresUrl() });
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_encoding') AS encoding, 'Z' < 'a' AS "isBinary"`,
    );
    await client.end();
    expect(rows).to.deep.equal([{ encoding: 'UTF8', isBinary: true }]);
  });
});

describe('chromium', () => {
  it('launches', async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage();
    await page.setContent('<h1>Handback</h1>');
    expect(await page.textContent('h1')).to.equal('Handback');
    await browser.close();
  });
});

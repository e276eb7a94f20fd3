import { expect } from 'chai';
import { everything } from '../places/given.ts';
import { SETTLED } from '../support/layout.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { holdBack, signIn, until, withClient } from './client.ts';

describe('desktop in a browser: photos that come late', () => {
  const client = withClient({ viewport: { width: 360, height: 1600 } });

  it('do not move the questions of the inbox', async () => {
    const { page, standIn } = client();
    Object.assign(standIn.state, everything());
    const letGo = await holdBack(client(), 'GET', /\/directory\/profiles/);
    await signIn(client(), 'Ada Lovelace', '#/notifications');
    const places = async () => {
      await page.evaluate(SETTLED);
      const rows = await inboxOn(page).rows.all();
      return Promise.all(rows.map(async (row) => (await row.boundingBox())!.y));
    };
    await inboxOn(page).rows.first().waitFor();
    const before = await places();
    await letGo();
    await until(client(), `document.querySelector('main li img') !== null`);
    expect(await places()).to.deep.equal(before);
  });
});

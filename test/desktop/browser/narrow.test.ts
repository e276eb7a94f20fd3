import { expect } from 'chai';
import { everything } from '../places/given.ts';
import { PLACES } from '../places/places.ts';
import { goTo, leave, TOO_WIDE } from '../places/visiting.ts';
import { signIn, withClient } from './client.ts';

describe('desktop in a browser: 320 px wide, without scrolling sideways', function () {
  this.timeout(60_000);
  const client = withClient({ viewport: { width: 320, height: 640 } });

  before(async () => {
    const { standIn, page } = client();
    Object.assign(standIn.state, everything());
    await page.goto(standIn.url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(TOO_WIDE)).to.deep.equal([]);
    await signIn(client());
  });

  for (const place of PLACES)
    it(place.name, async () => {
      await goTo(client(), place);
      const tooWide = await client().page.evaluate(TOO_WIDE);
      await leave(client(), place);
      expect(tooWide).to.deep.equal([]);
    });
});

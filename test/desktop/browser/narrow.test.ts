import { expect } from 'chai';
import { everything } from '../places/given.ts';
import { PLACES } from '../places/places.ts';
import { goTo, leave, TOO_WIDE } from '../places/visiting.ts';
import { signIn, withClient } from './client.ts';

/** What people may set who read badly otherwise (WCAG 1.4.12); it makes room for fonts that are wider than ours, too. */
const SPACED = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }');
  document.adoptedStyleSheets.push(sheet);
})()`;
const AS_IT_WAS = 'document.adoptedStyleSheets.pop()';

describe('desktop in a browser: 320 px wide, without scrolling sideways', function () {
  this.timeout(60_000);
  const client = withClient({ viewport: { width: 320, height: 640 } });

  before(async () => {
    const { standIn, page } = client();
    Object.assign(standIn.state, everything());
    await page.route('**/assets/drawApp*.js', (route) => route.abort());
    await page.goto(standIn.url);
    await page.getByRole('heading', { name: 'Handback could not be opened' }).waitFor();
    expect(await page.evaluate(TOO_WIDE)).to.deep.equal([]);
    await page.unrouteAll();
    await page.goto(standIn.url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(TOO_WIDE)).to.deep.equal([]);
    await signIn(client());
  });

  for (const place of PLACES)
    it(place.name, async () => {
      await goTo(client(), place);
      const { page } = client();
      const tooWide = await page.evaluate(TOO_WIDE);
      await page.evaluate(SPACED);
      const tooWideWhenSpaced = await page.evaluate(TOO_WIDE);
      await page.evaluate(AS_IT_WAS);
      await leave(client(), place);
      expect({ tooWide, tooWideWhenSpaced }).to.deep.equal({ tooWide: [], tooWideWhenSpaced: [] });
    });
});

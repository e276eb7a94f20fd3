import { expect } from 'chai';
import { everything } from '../places/given.ts';
import { PLACES } from '../places/places.ts';
import { injectAxe, obstaclesOn, WIDTHS } from '../support/accessible.ts';
import { tooWideOn } from '../support/layout.ts';
import { skipBecause } from '../../support/skip.ts';
import { goTo, hasOwnContents, leave } from '../places/visiting.ts';
import { signIn, until, withClient, type Client } from './client.ts';
import { signInOn } from '../support/screens/signIn.ts';

/** Spacing that people may set to read better (WCAG 1.4.12); it also leaves room for wider fonts than ours. */
const SPACED = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }');
  document.adoptedStyleSheets.push(sheet);
})()`;
const AS_IT_WAS = 'document.adoptedStyleSheets.pop()';
const NARROW = { width: 320, height: 640 };

async function expectAccessible({ page }: Client): Promise<void> {
  expect(await obstaclesOn(page, NARROW)).to.deep.equal([]);
}

/** How a choice in another window of the browser or the desktop app reaches this one. */
const turnTo = ({ page }: Client, direction: 'language' | 'rtl') =>
  page.evaluate(`(() => {
    if (window.tellApp) return tellApp({ kind: 'kept', name: 'handback.direction', text: '${direction}' });
    localStorage.setItem('handback.direction', '${direction}');
    dispatchEvent(new StorageEvent('storage'));
  })()`);

async function expectToFitFromRightToLeft(client: Client): Promise<void> {
  const { page } = client;
  await turnTo(client, 'rtl');
  await until(client, 'document.documentElement.dir === "rtl"');
  const tooWide: Record<number, string[]> = {};
  for (const width of [WIDTHS[0]!, NARROW.width]) {
    await page.setViewportSize({ ...NARROW, width });
    tooWide[width] = await tooWideOn(page);
  }
  await turnTo(client, 'language');
  await until(client, 'document.documentElement.dir === "ltr"');
  expect(tooWide).to.deep.equal({ 1180: [], 320: [] });
}

async function expectNoScrollingSideways({ page }: Client): Promise<void> {
  const tooWide = await tooWideOn(page);
  await page.evaluate(SPACED);
  const tooWideWhenSpaced = await tooWideOn(page);
  await page.evaluate(AS_IT_WAS);
  expect({ tooWide, tooWideWhenSpaced }).to.deep.equal({ tooWide: [], tooWideWhenSpaced: [] });
}

/** Those with the usual contents first, because other contents need the page to be loaded again. */
const BY_CONTENTS = [...PLACES].sort((one, other) => Number(hasOwnContents(one)) - Number(hasOwnContents(other)));

/** Each is visited once: at the narrowest width first, and then wider. */
describe('desktop in a browser: every place', function () {
  this.timeout(60_000);
  const client = withClient({ viewport: NARROW });

  before(async () => {
    const { standIn, context, page } = client();
    Object.assign(standIn.state, everything());
    await injectAxe(context);
    await page.route('**/assets/drawApp*.js', (route) => route.abort());
    await page.goto(standIn.url);
    await page.getByRole('heading', { name: 'Handback could not be opened' }).waitFor();
    await expectNoScrollingSideways(client());
    await expectAccessible(client());
    await page.unrouteAll();
    await page.goto(standIn.url);
    await signInOn(page).signIn.waitFor();
    await expectNoScrollingSideways(client());
    await expectAccessible(client());
    await signIn(client());
  });

  for (const place of BY_CONTENTS)
    describe(place.name, () => {
      before(() => goTo(client(), place));
      after(() => leave(client(), place));

      it('fits 320 px without scrolling sideways', function () {
        if (place.notYet?.narrow) return skipBecause(this, place.notYet.narrow);
        return expectNoScrollingSideways(client());
      });
      it('fits in right-to-left layout, at any width', function () {
        if (place.notYet?.rightToLeft) return skipBecause(this, place.notYet.rightToLeft);
        return expectToFitFromRightToLeft(client());
      });
      it('is accessible, in three themes and two widths', () => expectAccessible(client()));
    });
});

import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { everything } from '../places/given.ts';
import { PLACES } from '../places/places.ts';
import { goTo, leave, TOO_WIDE } from '../places/visiting.ts';
import { signIn, until, withClient, type Client } from './client.ts';
import { signInOn } from '../support/screens/signIn.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WIDTHS = [1180, 360];
const THEMES = {
  light: { colorScheme: 'light', contrast: 'no-preference' },
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  contrast: { colorScheme: 'dark', contrast: 'more' },
} as const;
/** What is in order need not be told, or named in detail. */
const BRIEFLY = { resultTypes: ['violations'], selectors: false };
const ALL = { ...BRIEFLY, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules that another theme can break: the others ask nothing about colours. */
const OF_COLOURS = { ...BRIEFLY, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** What people may set who read badly otherwise (WCAG 1.4.12); it makes room for fonts that are wider than ours, too. */
const SPACED = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }');
  document.adoptedStyleSheets.push(sheet);
})()`;
const AS_IT_WAS = 'document.adoptedStyleSheets.pop()';
const NARROW = { width: 320, height: 640 };

// cspell:ignore tabster
/** Fluent's hidden focus markers are left out; everything else counts. */
const violations = ({ page }: Client, options: object): Promise<string[]> =>
  page.evaluate(`new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    .then(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null))))
    .then(() => axe.run({ exclude: [['[data-tabster-dummy]']] }, ${JSON.stringify(options)}))
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);

async function expectAccessible(client: Client): Promise<void> {
  const { page } = client;
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const [theme, media] of Object.entries(THEMES)) {
      await page.emulateMedia(media);
      const wrong = await violations(client, theme === 'light' ? ALL : OF_COLOURS);
      found.push(...wrong.map((each) => `${theme}, ${width} px, ${each}`));
    }
    found.push(...(await page.evaluate<string[]>(TOO_WIDE)).map((each) => `${width} px, too wide: ${each}`));
  }
  await page.emulateMedia(THEMES.light);
  await page.setViewportSize(NARROW);
  expect(found).to.deep.equal([]);
}

/** As a choice in another window of the browser comes to this one. */
const turnTo = ({ page }: Client, direction: 'language' | 'rtl') =>
  page.evaluate(
    `localStorage.setItem('handback.direction', '${direction}'); dispatchEvent(new StorageEvent('storage'))`,
  );

async function expectToFitFromRightToLeft(client: Client): Promise<void> {
  const { page } = client;
  await turnTo(client, 'rtl');
  await until(client, 'document.documentElement.dir === "rtl"');
  const tooWide: Record<number, string[]> = {};
  for (const width of [WIDTHS[0]!, NARROW.width]) {
    await page.setViewportSize({ ...NARROW, width });
    tooWide[width] = await page.evaluate<string[]>(TOO_WIDE);
  }
  await turnTo(client, 'language');
  await until(client, 'document.documentElement.dir === "ltr"');
  expect(tooWide).to.deep.equal({ 1180: [], 320: [] });
}

async function expectNoScrollingSideways({ page }: Client): Promise<void> {
  const tooWide = await page.evaluate(TOO_WIDE);
  await page.evaluate(SPACED);
  const tooWideWhenSpaced = await page.evaluate(TOO_WIDE);
  await page.evaluate(AS_IT_WAS);
  expect({ tooWide, tooWideWhenSpaced }).to.deep.equal({ tooWide: [], tooWideWhenSpaced: [] });
}

/** Each is visited once: as it opens where there is least room, and then with more of it. */
describe('desktop in a browser: every place', function () {
  this.timeout(60_000);
  const client = withClient({ viewport: NARROW });

  before(async () => {
    const { standIn, context, page } = client();
    Object.assign(standIn.state, everything());
    await context.addInitScript(axe);
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

  for (const place of PLACES)
    describe(place.name, () => {
      before(() => goTo(client(), place));
      after(() => leave(client(), place));

      it('fits 320 px without scrolling sideways', () => expectNoScrollingSideways(client()));
      it('fits from right to left, however wide', () => expectToFitFromRightToLeft(client()));
      it('is accessible, in three themes and two widths', () => expectAccessible(client()));
    });
});

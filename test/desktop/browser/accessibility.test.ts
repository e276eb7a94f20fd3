import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { everything } from '../places/given.ts';
import { PLACES } from '../places/places.ts';
import { goTo, leave, TOO_WIDE } from '../places/visiting.ts';
import { signIn, withClient, type Client } from './client.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WIDTHS = [1180, 360];
const THEMES = {
  light: { colorScheme: 'light', contrast: 'no-preference' },
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  contrast: { colorScheme: 'dark', contrast: 'more' },
} as const;
const ALL = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules that another theme can break: the others ask nothing about colours. */
const OF_COLOURS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

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
  await page.setViewportSize({ width: 1180, height: 800 });
  expect(found).to.deep.equal([]);
}

describe('desktop in a browser: accessible, in three themes and two widths', function () {
  this.timeout(60_000);
  const client = withClient();

  before(async () => {
    const { standIn, context, page } = client();
    Object.assign(standIn.state, everything());
    await context.addInitScript(axe);
    await page.route('**/assets/drawApp*.js', (route) => route.abort());
    await page.goto(standIn.url);
    await page.getByRole('heading', { name: 'Handback could not be opened' }).waitFor();
    await expectAccessible(client());
    await page.unrouteAll();
    await page.goto(standIn.url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectAccessible(client());
    await signIn(client());
  });

  for (const place of PLACES)
    it(place.name, async () => {
      await goTo(client(), place);
      try {
        await expectAccessible(client());
      } finally {
        await leave(client(), place);
      }
    });
});

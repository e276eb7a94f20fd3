import { expect } from 'chai';
import { log, muchTold } from '../support/assignmentSamples.ts';
import { until } from '../../support/until.ts';
import { everything } from '../places/given.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { SETTLED, tooWideOn } from '../support/layout.ts';
import { notification } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';

/** Words below the bar for new questions, or within two pixels of it. */
const COVERED = `${SETTLED}.then(() => {
  const pill = [...document.querySelectorAll('button')].find((each) => /^\\d new$/.test(each.textContent));
  const edges = pill.getBoundingClientRect();
  const list = pill.closest('main');
  const nodes = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
  const words = document.createRange();
  const covered = [];
  while (nodes.nextNode()) {
    words.selectNodeContents(nodes.currentNode);
    if (pill.contains(nodes.currentNode) || nodes.currentNode.parentElement.closest('option')) continue;
    for (const { left, right, top, bottom } of words.getClientRects())
      if (left < edges.right && right > edges.left && top < edges.bottom - 2 && bottom > edges.top + 2)
        covered.push(nodes.currentNode.textContent);
  }
  return covered;
})`;

const TOPS = `[...document.querySelectorAll('nav[aria-label="What is shown"] a')]
  .map((each) => each.getBoundingClientRect().top)`;

describe('desktop in a browser: small screens', () => {
  const client = withClient();
  const page = () => client().page;

  before(async () => {
    Object.assign(client().standIn.state, everything(), { logs: [log()] });
    await signIn(client());
  });

  async function bring(id: string): Promise<void> {
    const { standIn } = client();
    const [createdAt, expiresAt] = [0, 60_000].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string];
    standIn.state.notifications.unshift(notification({ id, createdAt, expiresAt }));
    standIn.tell({ event: 'notification_changed', data: { id } });
  }

  for (const [name, hash] of [
    ['notices about assignments', '#/notifications'],
    ['the first row', '#/notifications?scope=questions'],
    ['the first row without a heading', '#/notifications?scope=questions&sort=newest'],
  ] as const)
    it(`keep ${name} readable below the new entries`, async () => {
      // reloaded, because nothing before its first list counts as new
      await page().goto(`${client().standIn.url}/?${encodeURIComponent(name)}${hash}`);
      await page().getByText('From Linus Torvalds').first().waitFor();
      if (hash === '#/notifications') await page().getByRole('button', { name: '1 assignment update' }).click();
      await bring(name);
      await page().getByRole('button', { name: '1 new' }).waitFor();
      expect(await page().evaluate(COVERED)).to.deep.equal([]);
      await page().getByRole('button', { name: '1 new' }).click();
    });

  it('show all tabs of the inbox in one line beside a question, with their counts', async () => {
    const { standIn } = client();
    standIn.state.told = [
      ...muchTold(),
      ...muchTold().map((each) => ({ ...each, id: `${each.id}-sent`, scope: 'outbound' as const })),
    ];
    await page().goto(`${standIn.url}/?anew#/notifications`);
    await page().getByRole('link', { name: 'Sent by me (7)' }).waitFor();
    await inboxOn(page()).rows.first().waitFor();
    expect(new Set(await page().evaluate<number[]>(TOPS)).size).to.equal(1);
  });

  it('keep the text field above the navigation at double zoom', async () => {
    await page().setViewportSize({ width: 590, height: 400 });
    const place = page().getByRole('textbox', { name: /^Message/ });
    for (const hash of ['#/chats/office', '#/logs/log']) {
      await visit(client(), hash);
      await place.waitFor();
      const below = `${SETTLED}.then(() => document.querySelector('textarea').getBoundingClientRect().bottom -
        document.querySelector('header nav').getBoundingClientRect().top)`;
      expect(await page().evaluate<number>(below), hash).to.be.below(0);
    }
  });
});

describe('desktop in a browser: widths between a phone and a desktop', () => {
  const client = withClient({ language: 'de-DE' });
  const page = () => client().page;

  before(async () => {
    Object.assign(client().standIn.state, everything(), {
      notifications: Array.from({ length: 120 }, (_, n) => notification({ id: `q${n}` })),
    });
    await signIn(client());
    await page().getByText('99+').waitFor();
  });

  it('fit all places and the account, with long words and a hundred questions', async () => {
    const tooWide: Record<number, string[]> = {};
    for (const width of [640, 768, 900, 1023, 1024]) {
      await page().setViewportSize({ width, height: 800 });
      tooWide[width] = await tooWideOn(page());
    }
    expect(tooWide).to.deep.equal({ 640: [], 768: [], 900: [], 1023: [], 1024: [] });
  });

  it('show a whole drawing again after rotation', async () => {
    await page().setViewportSize({ width: 1180, height: 800 });
    await visit(client(), '#/flows/expense-approval');
    await page().locator('.react-flow__node').first().waitFor();
    await page().setViewportSize({ width: 360, height: 780 });
    const isAllShown = `[...document.querySelectorAll('.react-flow__node')].every((each) => {
      const { left, right } = each.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    })`;
    await until(() => page().evaluate<boolean>(isAllShown));
  });
});

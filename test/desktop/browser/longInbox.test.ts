import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import { notification } from '../support/samples.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { signIn, until, withClient } from './client.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('desktop in a browser: a list of 2,000 questions', () => {
  const client = withClient();
  const page = () => client().page;
  const row = (name: string) => page().getByRole('link', { name });
  const list = () => inboxOn(page());
  let count = 0;

  before(() => signIn(client()));

  /** Fills the inbox, as for a new visit. */
  async function fill(more: UserNotification[] = [], hash = '#/notifications'): Promise<void> {
    const { standIn } = client();
    const many = Array.from({ length: 2000 }, (_, index) =>
      notification({ id: `q${index}`, prompt: `Question q${index}?` }),
    );
    standIn.state.notifications = [...many, ...more];
    await page().goto(`${standIn.url}/?${(count += 1)}${hash}`);
    await list().tabs.waitFor();
  }

  /** The number of rows once no more are added. */
  const drawn = (): Promise<number> =>
    page().evaluate(`new Promise((resolve) => {
      const count = () => document.querySelectorAll('a[data-id]').length;
      const look = (before, quiet) => {
        if (quiet === 20) resolve(before);
        else requestAnimationFrame(() => look(count(), count() === before ? quiet + 1 : 0));
      };
      look(count(), 0);
    })`);

  afterEach(() => page().setViewportSize({ width: 1180, height: 800 }));

  for (const width of [1180, 360])
    it(`is drawn as far as the person has scrolled, ${width} px wide`, async () => {
      await page().setViewportSize({ width, height: 800 });
      await fill();
      await row('Pending 2,000').waitFor();
      const atFirst = await drawn();
      expect(atFirst, 'what can be seen, and a little more').to.be.within(20, 60);
      await list().rows.last().scrollIntoViewIfNeeded();
      await until(client(), `document.querySelectorAll('a[data-id]').length > ${atFirst}`);
      expect(await drawn()).to.be.within(50, 120);
      await list().search.fill('q1999?');
      await row('Question q1999?').waitFor();
      expect(await list().ids()).to.deep.equal(['q1999']);
    });

  it('can be reached by keyboard', async () => {
    await fill();
    await row('Question q0?').waitFor();
    for (let press = 0; press < 180; press += 1) await page().keyboard.press('Tab'); // each row has three tab stops
    const place = await page().evaluate("document.activeElement.closest('li')?.getAttribute('aria-posinset')");
    expect(Number(place), 'where the focus has come').to.be.above(50);
  });

  it('finds what has become due soon in the meantime, although the inbox has not changed', async () => {
    await page().route('**/api/events', (route) => route.abort()); // no event and no heartbeat tells
    await page().clock.install();
    const expiresAt = new Date(Date.now() + 8 * HOUR_MS + 10 * MINUTE_MS).toISOString();
    const asked = notification({ id: 'soon', prompt: 'Question soon?', flowId: 'z', flowName: 'Last', expiresAt });
    await fill([asked], '#/notifications?due=soon&sort=flow');
    await page().getByText('Nothing found').waitFor();
    await page().clock.fastForward(15 * MINUTE_MS);
    await row('Question soon?').waitFor();
  });
});

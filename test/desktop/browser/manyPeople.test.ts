import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { everything } from '../places/given.ts';
import { signIn, visit, withClient } from './client.ts';

const MANY = 300;
const EVERY_MS = 10;
/** Three a second, and some more on a slow machine; one reload per change would be `MANY`. */
const FEW = 30;
const SETTLED_MS = 1000;

describe('desktop in a browser: a very large sending', function () {
  this.timeout(60_000);
  const client = withClient();

  before(async () => {
    Object.assign(client().standIn.state, everything());
    await signIn(client());
    await visit(client(), '#/assignments/sent/weekly');
  });

  it('shows the progress of a date, and what stopped one', async () => {
    const { page } = client();
    await page.getByText('assigned to 43,000 people so far, and others are about to get it').waitFor();
    await page.getByText('assigned to 12 people, then no further: its time was over').waitFor();
  });

  it('is reloaded a few times while hundreds of its assignments change, not once per assignment', async () => {
    const { standIn, page } = client();
    const before = standIn.calls.length;
    const sending = standIn.state.sendings.find(({ id }) => id === 'weekly')!;
    sending.name = 'Read again';
    for (let n = 0; n < MANY; n++) {
      standIn.tell({ event: 'assignment_changed', data: { id: `A${n}` } });
      await sleep(EVERY_MS);
    }
    await page.getByRole('heading', { name: 'Read again' }).waitFor();
    await page.waitForTimeout(SETTLED_MS);
    const own = standIn.calls.slice(before).filter(({ path }) => path.endsWith('/sendings/weekly'));
    expect(own.length).to.be.within(1, FEW);
  });
});

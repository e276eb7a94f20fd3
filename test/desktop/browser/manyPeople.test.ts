import { expect } from 'chai';
import { everything } from '../places/given.ts';
import { signIn, visit, withClient } from './client.ts';

const MANY = 1000;
/** What was told in a moment is read at once, once more behind it, and perhaps as the next moment begins. */
const FEW = 4;
const SETTLED_MS = 1000;

describe('desktop in a browser: a sending to very many', function () {
  this.timeout(60_000);
  const client = withClient();

  before(async () => {
    Object.assign(client().standIn.state, everything());
    await signIn(client());
    await visit(client(), '#/assignments/sent/weekly');
  });

  it('says how far a date is, and what stopped one', async () => {
    const { page } = client();
    await page.getByText('assigned to 43,000 people so far, and others are about to get it').waitFor();
    await page.getByText('assigned to 12 people, then no further: its time was over').waitFor();
  });

  it('is read a few times while a thousand of its assignments change, and not a thousand times', async () => {
    const { standIn, page } = client();
    const before = standIn.calls.length;
    const sending = standIn.state.sendings.find(({ id }) => id === 'weekly')!;
    sending.name = 'Read again';
    for (let n = 0; n < MANY; n++) standIn.tell({ event: 'assignment_changed', data: { id: `A${n}` } });
    await page.getByRole('heading', { name: 'Read again' }).waitFor();
    await page.waitForTimeout(SETTLED_MS);
    const own = standIn.calls.slice(before).filter(({ path }) => path.endsWith('/sendings/weekly'));
    expect(own.length).to.be.within(1, FEW);
  });
});

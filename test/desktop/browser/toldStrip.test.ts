import { expect } from 'chai';
import { told } from '../support/assignmentSamples.ts';
import { SETTLED } from '../support/layout.ts';
import { notification } from '../support/samples.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { holdBack, signIn, until, visit, withClient } from './client.ts';

/** Where the first row is. */
const TOP = `${SETTLED}.then(() => document.querySelector('a[data-id]').getBoundingClientRect().top)`;

describe('desktop in a browser: assignment updates above the questions', () => {
  const client = withClient();
  const page = () => client().page;
  const top = () => page().evaluate<number>(TOP);
  const pill = (words: string) => page().getByRole('button', { name: words, exact: true });
  const strip = () => page().getByRole('region', { name: 'Assignment updates' });
  const [one] = told();
  const tell = (count: number) => {
    client().standIn.state.told = Array.from({ length: count }, (_, n) => ({ ...one!, id: `told-${n}` }));
    client().standIn.tell({ event: 'assignment_changed', data: { id: 'policy' } });
  };

  before(async () => {
    client().standIn.state.notifications = [1, 2, 3].map((n) => notification({ id: `q${n}` }));
    await signIn(client());
  });
  beforeEach(async () => {
    client().standIn.state.told = [one!];
    await visit(client(), '#/notifications');
    await page().reload();
  });

  it('do not move the questions when they come late, and are shown on demand', async () => {
    const letGo = await holdBack(client(), 'GET', /ToldStrip/);
    await page().reload();
    await inboxOn(page()).rows.first().waitFor();
    const before = await top();
    await letGo();
    await pill('1 assignment update').waitFor();
    expect(await top()).to.equal(before);
    expect(await strip().count()).to.equal(0);
    await pill('1 assignment update').press('Enter');
    await until(client(), `document.activeElement.textContent.includes('Read the policy')`);
    await pill('1 assignment update').waitFor({ state: 'detached' });
  });

  it('stand still while more happens, and while they are read elsewhere', async () => {
    await pill('1 assignment update').click();
    await strip().getByText('New').waitFor();
    const before = await top();
    tell(2);
    await pill('2 assignment updates').waitFor();
    expect(await top(), 'one more').to.equal(before);
    tell(7);
    await pill('7 assignment updates').waitFor();
    expect(await top(), 'many').to.equal(before);
    tell(0);
    await pill('7 assignment updates').waitFor({ state: 'detached' });
    expect(await top(), 'none').to.equal(before);
  });

  it('disappear with a press of their own', async () => {
    tell(7);
    await pill('7 assignment updates').click();
    await strip().getByRole('link', { name: '7 assignment updates' }).waitFor();
    tell(8);
    await strip().getByRole('link', { name: '8 assignment updates' }).waitFor();
    client().standIn.state.told = [];
    await strip().getByRole('button', { name: 'Mark all as read' }).click();
    await strip().waitFor({ state: 'detached' });
  });

  it('are there from the start when the person comes back', async () => {
    await pill('1 assignment update').waitFor();
    await visit(client(), '#/flows');
    await page().getByText('No flows yet').waitFor();
    await visit(client(), '#/notifications');
    await inboxOn(page()).rows.first().waitFor();
    await strip().getByText('Read the policy').waitFor();
    expect(await pill('1 assignment update').count()).to.equal(0);
  });

  it('are above an empty inbox at once', async () => {
    client().standIn.state.notifications = [];
    await page().reload();
    await strip().getByText('Read the policy').waitFor();
  });
});

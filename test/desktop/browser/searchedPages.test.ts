import { expect } from 'chai';
import { assignments, sending } from '../support/assignmentSamples.ts';
import { assignmentsOn } from '../support/screens/assignments.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: searching a list', () => {
  const client = withClient();

  before(async () => {
    Object.assign(client().standIn.state, { assignments: assignments(), sendings: [sending({ id: 'sending' })] });
    await signIn(client());
  });

  it('continues past an empty page, if there is more to scan', async () => {
    const { page } = client();
    const { name } = assignments()[0]!;
    const { card, button } = assignmentsOn(page);
    await visit(client(), '#/assignments/sent/sending');
    await card(name).first().waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('policy');
    await page.getByText('Nothing matches').waitFor();
    await button('Show more').click();
    await card(name).first().waitFor();
    expect(await page.getByText('Nothing matches').count()).to.equal(0);
    expect(await button('Show more').count()).to.equal(0);
  });
});

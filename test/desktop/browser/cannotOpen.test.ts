import { expect } from 'chai';
import { until, withClient } from './client.ts';
import { signInOn } from '../support/screens/signIn.ts';

// cspell:ignore ließ sich nicht öffnen Noch einmal Anmelden
describe('desktop in a browser: a client that cannot be fetched', () => {
  const inGerman = withClient({ language: 'de-AT' });
  const inEnglish = withClient();

  it('says so in the language of the browser, and opens on retry', async () => {
    const { page, standIn, complaints } = inGerman();
    await page.route('**/assets/drawApp*.js', (route) => route.abort());
    await page.goto(standIn.url);
    await page.getByRole('alert').getByRole('heading', { name: 'Handback ließ sich nicht öffnen' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).to.equal('de');
    expect(complaints.filter((words) => /Content Security Policy/i.test(words))).to.deep.equal([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Noch einmal' }).click();
    await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  });

  it('says so also if only its messages are missing, and opens by itself when the network is back', async () => {
    const { page, standIn, context } = inEnglish();
    await page.route('**/assets/en-*.js', (route) => route.abort());
    await page.goto(standIn.url);
    await page.getByRole('heading', { name: 'Handback could not be opened' }).waitFor();
    await page.unrouteAll();
    await context.setOffline(true);
    await until(inEnglish(), '!navigator.onLine');
    await context.setOffline(false);
    await signInOn(page).signIn.waitFor();
    expect(await page.getByRole('heading', { name: 'Handback could not be opened' }).count()).to.equal(0);
  });
});

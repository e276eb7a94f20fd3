// cspell:ignore Testnachricht erreichen nicht
import { expect } from 'chai';
import type { ProviderView, SettingList } from '../../contract/settings.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';

describe('channels that an administrator configures in a browser (behaviour 2.9)', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct({ config: { smtpUrl: null, mailFrom: null } });
  });
  after(() => product?.close());

  it('are filled in, turned on, tested and turned off, and the directory says what it may do', async () => {
    const { smtpUrl, mailFrom } = product.sandbox.config;
    const page = await signIn('Ada Lovelace');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.evaluate(`location.hash = '#/admin/notifications'`);
    await button('Change E-mail').click();
    await page.getByLabel('Mail server').fill(smtpUrl!);
    await page.getByLabel('Sender').fill('nobody');
    await button('Save').click();
    await page.getByText('Enter an e-mail address, with a name before it if you like.').first().waitFor();
    expect(complaints.splice(0).filter((each) => !each.includes('422'))).to.deep.equal([]);
    await page.getByLabel('Sender').fill(mailFrom!);
    await button('Save').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    const email = page.getByRole('region', { name: 'E-mail' });
    await email.getByText('Set, but not shown').waitFor();
    await button('Turn on E-mail').click();
    await email.getByText('On', { exact: true }).waitFor();
    await button('Send me a test message: E-mail').click();
    await email.getByText('It is on its way to you.').waitFor();
    await until(() => product.sandbox.mail.mails().some(({ to }) => to[0]!.address === 'ada@sandbox.test'));
    await button('Turn off E-mail').click();
    await email.getByText('Off', { exact: true }).waitFor();
    const ada = await product.as('ada@sandbox.test');
    const { providers } = (await ada.call<SettingList>('GET', '/settings')).body;
    expect(providers.find(({ channel }: ProviderView) => channel === 'email')).to.include({ isOpen: false });

    await page.evaluate(`location.hash = '#/admin/graphsecurity'`);
    await page.getByText('It has all required permissions', { exact: false }).waitFor();
    await button('Check again').click();
    await page.getByText('User.ReadBasic.All').waitFor();
    expect(complaints).to.deep.equal([]);
  });
});

describe('a test message that could not be sent, to an administrator who reads German', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { signIn } = useBrowsers(() => product, 'de-DE');

  before(async () => {
    product = await startProduct({ config: { smtpUrl: 'smtp://127.0.0.1:9' } });
  });
  after(() => product?.close());

  it('gives the reason in German', async () => {
    const page = await signIn('Ada Lovelace');
    await page.evaluate(`location.hash = '#/admin/notifications'`);
    await page.getByRole('button', { name: 'Testnachricht an mich: E-Mail' }).click();
    await page.getByText('Der Mailserver ist nicht zu erreichen').waitFor();
    await page.close();
  });
});

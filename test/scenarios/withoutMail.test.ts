import { expect } from 'chai';
import { startProduct, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';
import { asking, publish } from './support.ts';

const OUTSIDER = 'eve@outside.example';

describe('a server without a mail server', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct({ config: { smtpUrl: null, mailFrom: null } });
  });
  after(() => product?.close());

  async function ask(id: string, human: object): Promise<string> {
    const ada = await product.as('ada@sandbox.test');
    await publish(ada, asking({ id, human: { inputType: 'text', prompt: `${id}?`, ...human } }));
    const execution = await product.run(ada, id);
    await product.reached(ada, execution, 'waiting', 'failed');
    return execution;
  }

  it('tells administrators who was not reached, about what, and why', async () => {
    const channels = ['email'];
    await ask('inside', { channels, assignees: { users: ['grace@sandbox.test'] } });
    await ask('outside', { channels, allowExternalEmail: true, assignees: { users: [OUTSIDER] } });
    const failed = () => product.product.services.ground.reader('deliveries').where({ state: 'failed' });
    await until(async () => (await failed()).length === 2);
    const page = await signIn('Ada Lovelace');
    await page.evaluate(`location.hash = '#/admin/notifications'`);
    const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
    for (const name of ['Grace Hopper', OUTSIDER]) {
      const entry = messages.filter({ hasText: name });
      await entry.getByText(name, { exact: true }).waitFor();
      await entry.getByText('The channel E-mail is not configured.').waitFor();
    }
    expect(complaints).to.deep.equal([]);
  });

  it('says that people outside the directory cannot be asked because e-mail is not switched on', async () => {
    const execution = await ask('stranger', { allowExternalEmail: true, assignees: { users: [OUTSIDER] } });
    const page = await signIn('Ada Lovelace');
    await page.evaluate(`location.hash = '#/executions/${execution}'`);
    const failure = page.getByText(`“${OUTSIDER}” is outside the directory and can be asked by e-mail only`).first();
    expect(await failure.textContent()).to.include('not switched on here');
    expect(complaints).to.deep.equal([]);
  });

  it('does not claim that a reminder is on its way', async () => {
    const asked = await ask('everywhere', { assignees: { users: ['grace@sandbox.test'] } });
    const page = await signIn('Ada Lovelace');
    await page.evaluate(`location.hash = '#/notifications?scope=asked'`);
    for (const title of ['everywhere?', 'inside?']) {
      await page.getByRole('button', { name: `Remind: ${title}` }).click();
      const own = page.getByRole('listitem').filter({ hasText: title });
      await own.getByText('No reminder can be sent: this question uses no channel that is switched on.').waitFor();
    }
    expect(await page.getByText('Last reminder').count()).to.equal(0);
    expect(await product.product.services.ground.reader('nudges').where({ request_id: `${asked}-ask` })).to.have.length(
      0,
    );
    expect(complaints.splice(0).filter((each) => !each.includes('409'))).to.deep.equal([]);
  });

  it('sends what waits, and reminders, once it has one', async () => {
    const { smtpUrl, mailFrom: from } = product.sandbox.config;
    const ada = await product.as('ada@sandbox.test');
    await ada.call('PATCH', '/settings/providers/email', { enabled: true, smtpUrl, from });
    const asked = await ask('again', { assignees: { users: ['grace@sandbox.test'] } });
    expect((await ada.call('POST', `/requests/${asked}-ask/nudge`)).status).to.equal(204);
    const mailsTo = (address: string) => product.sandbox.mail.mails().filter(({ to }) => to[0]!.address === address);
    await until(() => mailsTo('grace@sandbox.test').length === 3 && mailsTo(OUTSIDER).length === 1);
    const page = await signIn('Ada Lovelace');
    await page.evaluate(`location.hash = '#/admin/notifications'`);
    const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
    await messages.filter({ hasText: 'Reminder of a question' }).getByText('Grace Hopper').waitFor();
    expect(await messages.filter({ hasText: 'About an assignment' }).count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });
});

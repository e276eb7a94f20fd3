import { expect } from 'chai';
import type { FileLink } from '../../contract/files.ts';
import { questionIn } from '../desktop/support/screens/question.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';
import { asking, publish } from './support.ts';

const LIBRARIES = 'sandbox.sharepoint.com';
const DRIVES = 'sandbox-my.sharepoint.com';
const RECEIPT = { name: 'receipt', type: 'file', label: 'Receipt', validation: { hosts: [LIBRARIES, DRIVES] } };

describe("files of a person's drive and of document libraries, in a browser (behaviour 5.3 A)", function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
    const ada = await product.as('ada@sandbox.test');
    expect((await ada.call('PATCH', '/settings', { personalFileLocation: 'personalDrive' })).status).to.equal(200);
  });
  after(() => product?.close());

  async function ask(id: string, variable: object) {
    const ada = await product.as('ada@sandbox.test');
    const human = {
      inputType: 'form',
      prompt: `Please add the receipts of ${id}.`,
      assignees: { users: ['grace@sandbox.test'] },
      variables: [variable],
    };
    const execution = await product.run(ada, await publish(ada, asking({ id, human })));
    await product.reached(ada, execution, 'waiting');
    return async () => {
      const { context } = await product.reached(ada, execution, 'completed');
      return (context!['ask'] as { values: { receipt: FileLink[] } }).values.receipt;
    };
  }

  it('are chosen and stored there, and go with the answer as links', async () => {
    const answered = await ask('travel', RECEIPT);
    const grace = await signIn('Grace Hopper');
    await grace
      .getByRole('link', { name: /receipts of travel/ })
      .first()
      .click();

    await grace.getByRole('button', { name: 'Choose from a document library' }).click();
    const dialog = grace.getByRole('dialog', { name: 'Choose a file' });
    await dialog.getByRole('searchbox').fill('hand');
    for (const name of ['Company handbook', 'Documents', 'Travel', 'Expenses.md'])
      await dialog.getByRole('button', { name, exact: true }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    await grace.getByRole('link', { name: 'Expenses.md' }).waitFor();

    const [chooser] = await Promise.all([
      grace.waitForEvent('filechooser'),
      grace.getByRole('button', { name: 'Put into your OneDrive' }).click(),
    ]);
    await chooser.setFiles([{ name: 'hotel: two?.txt', mimeType: 'text/plain', buffer: Buffer.from('two nights') }]);
    await grace.getByRole('link', { name: 'hotel_ two_.txt' }).waitFor();
    await questionIn(grace).send.click();
    await questionIn(grace).outcome.waitFor();

    expect((await answered()).map(({ name, url }) => [name, new URL(url).host])).to.deep.equal([
      ['Expenses.md', LIBRARIES],
      ['hotel_ two_.txt', DRIVES],
    ]);
    const { library } = product.sandbox.graph.drives.of('grace');
    const file = library.items().find(({ path }) => path === 'Apps/Handback/hotel_ two_.txt');
    expect(String(file?.content)).to.equal('two nights');
    expect(complaints).to.deep.equal([]);
  });

  it('are refused with a message: a place that the question does not accept, and a drive that was not granted', async () => {
    await ask('lunch', { ...RECEIPT, validation: { hosts: ['files.example.com'] } });
    await ask('dinner', RECEIPT);
    const grace = await signIn('Grace Hopper');
    await grace
      .getByRole('link', { name: /receipts of lunch/ })
      .first()
      .click();
    const put = async () => {
      const [chooser] = await Promise.all([
        grace.waitForEvent('filechooser'),
        grace.getByRole('button', { name: 'Put into your OneDrive' }).click(),
      ]);
      await chooser.setFiles([{ name: 'lunch.txt', mimeType: 'text/plain', buffer: Buffer.from('soup') }]);
    };
    await put();
    await grace.getByText('This question takes links to files.example.com only.').waitFor();
    await grace.getByRole('button', { name: 'Choose from a document library' }).click();
    await grace
      .getByRole('dialog')
      .getByRole('searchbox')
      .fill('https://sandbox.sharepoint.com/sites/handbook/Documents');
    await grace.getByText('There is nothing here that you may read.').waitFor();
    await grace.getByRole('button', { name: 'Cancel' }).click();

    const { delegated } = product.sandbox.tenant.registrations.client;
    delegated['graph'] = delegated['graph']!.filter((each) => each !== 'Files.ReadWrite' && !each.startsWith('Sites'));
    const other = await signIn('Grace Hopper');
    await other
      .getByRole('link', { name: /receipts of dinner/ })
      .first()
      .click();
    await other.getByRole('button', { name: 'Choose from a document library' }).click();
    await other.getByRole('dialog').getByRole('searchbox').fill('hand');
    await other
      .getByText('Your organisation has not allowed this app to read document libraries', { exact: false })
      .waitFor();
    const { library } = product.sandbox.graph.drives.of('grace');
    expect(library.items().some(({ path }) => path.endsWith('lunch.txt'))).to.equal(false);
  });
});

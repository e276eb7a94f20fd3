import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FileView } from '../../contract/files.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';
import { asking, publish } from './support.ts';
import { questionIn } from '../desktop/support/screens/question.ts';

const RECEIPT = { name: 'receipt', type: 'file', label: 'Receipt', required: true, accept: ['.pdf', 'image/*'] };

describe('files, in a browser', function () {
  this.timeout(90_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
  });
  after(() => product?.close());

  const folder = mkdtempSync(path.join(os.tmpdir(), 'handback-files-'));
  after(() => rmSync(folder, { recursive: true }));
  /** A real file, so that a large one costs the browser no time. @returns its path */
  function onDisk(name: string, content: string | Buffer): string {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  }

  it('are chosen, sent with their progress, removed, and go with the answer', async () => {
    const ada = await product.as('ada@sandbox.test');
    const human = {
      inputType: 'form',
      prompt: 'Please add the receipts.',
      assignees: { users: ['grace@sandbox.test'] },
      variables: [RECEIPT],
    };
    const execution = await product.run(ada, await publish(ada, asking({ id: 'receipts', human })));
    await product.reached(ada, execution, 'waiting');

    const grace = await signIn('Grace Hopper');
    await grace.getByRole('link', { name: 'Inbox' }).first().click();
    await grace.getByRole('link', { name: /add the receipts/ }).click();
    await questionIn(grace).send.click();
    await grace.getByText('Choose at least one file.').waitFor();

    const [chooser] = await Promise.all([
      grace.waitForEvent('filechooser'),
      grace.getByRole('button', { name: 'Choose files' }).click(),
    ]);
    await chooser.setFiles([
      onDisk('train.pdf', Buffer.alloc(300_000, 1)),
      onDisk('hotel.png', 'png'),
      onDisk('notes.txt', 'text'),
      onDisk('video.pdf', Buffer.alloc(26 * 1024 * 1024)),
    ]);
    await grace.getByText('It is larger than 25 MB.').waitFor();
    await grace.getByText('Receipt accepts only PDF, images.').waitFor();
    await grace.getByText('293 kB').waitFor();
    for (const name of ['notes.txt', 'video.pdf', 'hotel.png'])
      await grace.getByRole('button', { name: `Remove ${name}` }).click();
    await questionIn(grace).send.click();
    await questionIn(grace).outcome.waitFor();

    const { context } = await product.reached(ada, execution, 'completed');
    const { values } = context!['ask'] as { values: { receipt: FileView[] } };
    expect(values.receipt.map(({ name, size }) => [name, size])).to.deep.equal([['train.pdf', 300_000]]);
    expect(complaints.filter((line) => !/422/.test(line))).to.deep.equal([]);
  });

  it('people and groups are found in the directory as one types', async () => {
    const ada = await product.as('ada@sandbox.test');
    const human = {
      inputType: 'form',
      prompt: 'Who takes over?',
      assignees: { users: ['grace@sandbox.test'] },
      variables: [
        { name: 'owner', type: 'user', label: 'Owner', required: true },
        { name: 'teams', type: 'multigroup', label: 'Teams' },
      ],
    };
    const execution = await product.run(ada, await publish(ada, asking({ id: 'take-over', human })));
    await product.reached(ada, execution, 'waiting');

    const grace = await signIn('Grace Hopper');
    await grace.getByRole('link', { name: 'Inbox' }).first().click();
    await grace.getByRole('link', { name: /Who takes over/ }).click();
    const owner = grace.getByRole('combobox', { name: 'Owner' });
    await owner.pressSequentially('qqq');
    await grace.getByText('Nothing found in the directory.').waitFor();
    await owner.fill('');
    await owner.pressSequentially('kath');
    await grace.getByRole('option', { name: /Katherine Johnson/ }).waitFor();
    await grace.keyboard.press('ArrowDown');
    await grace.keyboard.press('Enter');
    await grace.getByText('Katherine Johnson', { exact: true }).waitFor();
    const teams = grace.getByRole('combobox', { name: 'Teams' });
    for (const name of ['Finance', 'Legal']) {
      await teams.pressSequentially(name.slice(0, 3));
      await grace.getByRole('option', { name }).click();
    }
    await questionIn(grace).send.click();
    await questionIn(grace).outcome.waitFor();

    const { context } = await product.reached(ada, execution, 'completed');
    const { values } = context!['ask'] as {
      values: { owner: { displayName: string }; teams: { displayName: string }[] };
    };
    expect(values.owner.displayName).to.equal('Katherine Johnson');
    expect(values.teams.map(({ displayName }) => displayName)).to.deep.equal(['Finance', 'Legal']);
  });
});

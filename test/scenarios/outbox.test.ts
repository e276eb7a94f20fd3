import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { start, type Product } from '../../server/main.ts';
import { stopTime } from '../support/pageTime.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';
import { asking, publish } from './support.ts';
import { questionIn } from '../desktop/support/screens/question.ts';

const TWO = { users: ['grace@sandbox.test', 'alan@sandbox.test'] };

describe('answers in the web client, with the real server', function () {
  this.timeout(90_000);
  let product: TestProduct;
  let restarted: Product | undefined;
  let flows = 0;
  const { signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
  });
  after(async () => {
    await restarted?.close();
    await product?.close();
  });

  async function ask(human: Record<string, unknown>): Promise<string> {
    const ada = await product.as('ada@sandbox.test');
    const execution = await product.run(ada, await publish(ada, asking({ id: `kept-${(flows += 1)}`, human })));
    await product.reached(ada, execution, 'waiting');
    return execution;
  }
  async function open(name: string, prompt: RegExp) {
    const page = await signIn(name);
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await page.getByRole('link', { name: prompt }).click();
    await page.getByRole('article').waitFor();
    await stopTime(page); // undoable answers wait for the page that sends them
    return page;
  }

  it('change the page of a slower person without a reload: who answered, what and where', async () => {
    const options = ['Me', 'You'];
    await ask({ inputType: 'choice', prompt: 'Who is faster?', assignees: TWO, options, autoSubmitOnSelect: false });
    const grace = await open('Grace Hopper', /Who is faster/);
    const alan = await open('Alan Turing', /Who is faster/);
    await alan.getByRole('button', { name: 'You', exact: true }).waitFor();
    await alan.keyboard.press('2');
    await alan.getByRole('button', { name: 'You', pressed: true }).waitFor();
    await grace.getByRole('button', { name: 'Me', exact: true }).click();
    await questionIn(grace).send.click();
    await questionIn(grace).sendNow.click();
    const outcome = questionIn(alan).outcome;
    await outcome.getByText('Grace Hopper answered: Me').waitFor();
    await outcome.getByText('Grace Hopper: Me').waitFor();
    await outcome.getByText('Web client').waitFor();
    await alan.getByText('What you typed and did not send').waitFor();
    await alan.getByRole('button', { name: 'You', pressed: true }).waitFor();
    await grace.getByText('Recorded through Web client').waitFor();
  });

  it("show under `all` everybody's progress, live", async () => {
    await ask({ inputType: 'approval', prompt: 'All agreed?', strategy: 'all', assignees: TWO });
    const alan = await open('Alan Turing', /All agreed/);
    await alan.getByText('0 of 2').first().waitFor();
    const grace = await open('Grace Hopper', /All agreed/);
    await questionIn(grace).approve.waitFor();
    await grace.keyboard.press('a');
    await questionIn(grace).sendNow.click();
    await grace.getByText('You answered; the others are still asked').waitFor();
    await alan.getByText('1 of 2').first().waitFor();
  });

  it('change the page where they were given when another page of the person sends them', async () => {
    await ask({ inputType: 'approval', prompt: 'In two windows?', assignees: TWO });
    const grace = await open('Grace Hopper', /In two windows/);
    const other = await grace.context().newPage();
    await other.goto(grace.url());
    await questionIn(other).approve.waitFor();
    await questionIn(grace).approve.click(); // time stops in this page alone
    await other.getByText('Recorded through Web client').waitFor();
    await grace.getByText('Recorded through Web client').waitFor();
    await grace.getByText('What you typed and did not send').waitFor({ state: 'detached' });
  });

  it('can have their files restored', async () => {
    await ask({
      inputType: 'form',
      prompt: 'The receipt, please.',
      assignees: { users: ['grace@sandbox.test'] },
      variables: [{ name: 'receipt', type: 'file', label: 'Receipt', required: true }],
    });
    const grace = await open('Grace Hopper', /The receipt/);
    const [chooser] = await Promise.all([
      grace.waitForEvent('filechooser'),
      grace.getByRole('button', { name: 'Choose files' }).click(),
    ]);
    const buffer = Buffer.alloc(50_000, 7);
    await chooser.setFiles([{ name: 'train fare.pdf', mimeType: 'application/pdf', buffer }]);
    await grace.getByRole('button', { name: 'Remove train fare.pdf' }).waitFor();
    await questionIn(grace).send.click();
    const [download] = await Promise.all([
      grace.waitForEvent('download'),
      grace.getByRole('button', { name: 'Download train fare.pdf' }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('train fare.pdf');
    expect(buffer.equals(await readFile(await download.path()))).to.equal(true);
  });

  it('wait under an open page while the server is down, and arrive once when it is back', async () => {
    const execution = await ask({ inputType: 'text', prompt: 'Still there?', assignees: TWO });
    const grace = await open('Grace Hopper', /Still there/);
    await questionIn(grace).answer.waitFor(); // a page that is still loading needs the server
    await product.product.close();
    await questionIn(grace).answer.fill('I waited for you');
    await questionIn(grace).send.click();
    await grace.getByText('Your answer will be sent as soon as the server can be reached again.').waitFor();
    restarted = await start(product.config, {});
    await questionIn(grace).outcome.getByText('I waited for you').waitFor();
    const ada = await product.as('ada@sandbox.test');
    const { context } = await product.reached(ada, execution, 'completed');
    expect((context!['ask'] as { value: string }).value).to.equal('I waited for you');
  });
});

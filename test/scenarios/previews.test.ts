import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { FlowDefinition } from '../../contract/flows.ts';
import { injectAxe, obstaclesOn, WIDTHS } from '../desktop/support/accessible.ts';
import { flowEditorOn } from '../desktop/support/screens/flowEditor.ts';
import { flow } from '../flow/flows.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';
import { publish } from './support.ts';

describe("an author's preview of a question, in a browser", function () {
  this.timeout(180_000);
  let product: TestProduct;
  let page: Page;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct({ samples: true, chats: true });
    page = await signIn('Ada Lovelace');
    await injectAxe(page.context());
  });
  after(() => product?.close());
  afterEach(() => {
    const ofTheTest = /Blocked script execution in 'about:blank'/; // added to every frame by tests, and refused by the mail's
    expect(complaints.splice(0).filter((each) => !ofTheTest.test(each))).to.deep.equal([]);
  });

  const edit = async (): Promise<void> => {
    await page.goto(`${product.url}/?${Math.random()}#/flows/expense-approval/edit`);
    await page.getByRole('button', { name: 'Try it' }).waitFor();
  };

  for (const width of WIDTHS)
    it(`shows each channel with sample values, accessible to everybody, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await edit();
      await flowEditorOn(page).openStep('Approve the expense');
      await page.getByText('What people will see').click();
      for (const channel of ['Web', 'E-mail', 'Teams', 'Slack']) {
        await page.getByRole('tab').filter({ hasText: channel }).click();
        const shown = channel === 'E-mail' ? page.frameLocator('iframe').locator('body') : flowEditorOn(page).panel;
        await shown.getByText('4711 Conferences').first().waitFor();
        expect(await obstaclesOn(page, { width, height: 800 }, [width]), channel).to.deep.equal([]);
      }
    });

  it('can be tried by everybody, up to the end of the flow', async () => {
    await page.setViewportSize({ width: 1180, height: 800 });
    await edit();
    await page.getByRole('button', { name: 'Try it' }).click();
    expect(await obstaclesOn(page), 'before it begins').to.deep.equal([]);
    await page.getByLabel('Amount in euro').fill('12');
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await page.getByText('An expense of 12.00 euro is waiting').waitFor();
    expect(await obstaclesOn(page), 'while it waits').to.deep.equal([]);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('The flow has reached its end.').waitFor();
    expect(await obstaclesOn(page), 'at its end').to.deep.equal([]);
  });

  it('can be tried with the keyboard alone, which each step leads to what it needs', async () => {
    const ada = await product.as('ada@sandbox.test');
    const header = { 'x-key': '{{ amount }}', 'x-long': '{{ $pad("", 3000, "word ") }}' };
    const call = (name: string): [string, FlowDefinition['nodes'][number]['config']] => [
      'http',
      { url: `https://${name}.example.com/`, headers: header },
    ];
    const variables = [{ name: 'amount', type: 'number', label: 'Amount', required: true }];
    await publish(ada, {
      ...flow({ start: ['start', { variables }], one: call('one'), two: call('two'), end: 'end' }, [
        'start > one > two > end',
      ]),
      id: 'two-calls',
    });
    await page.goto(`${product.url}/?${Math.random()}#/flows/two-calls/edit`);
    await page.getByRole('button', { name: 'Try it' }).press('Enter');
    await page.getByLabel('Amount').press('4');
    await page.keyboard.press('Enter');
    for (const name of ['one', 'two']) {
      const needed = page.getByRole('region', { name: `Needed for “${name}”` });
      await needed.and(page.locator(':focus')).waitFor();
      expect(await needed.getByText(/^(Address|Headers x-key)/).allInnerTexts()).to.deep.equal([
        `Address: https://${name}.example.com/`,
        'Headers x-key: 4',
      ]);
      const long = needed.getByRole('group', { name: 'Headers x-long' });
      expect((await long.boundingBox())!.height).to.be.below(200);
      await page.keyboard.press('Tab');
      await long.and(page.locator(':focus')).waitFor();
      expect(await obstaclesOn(page), name).to.deep.equal([]);
      await page.keyboard.press('Tab'); // to the result
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    }
    await page.getByText('The flow has reached its end.').waitFor();
  });
});

import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Option, VariableSpec } from '../../../contract/variables.ts';
import { closeContext, sharedBrowser } from '../../support/chromium.ts';
import { aHost, anOutcome, aPageServer } from './support.ts';

const OPTIONS: Option[] = [{ value: 'locked', disabled: true }, { value: 'delete', confirm: true }, { value: 'keep' }];
const FIELDS: VariableSpec[] = [
  { name: 'count', type: 'number', label: 'Count', required: true },
  { name: 'which', type: 'multiselect', label: 'Which', required: true, options: OPTIONS },
  { name: 'what', type: 'select', label: 'What', options: OPTIONS },
];

describe('the response page with the keyboard alone', function () {
  this.timeout(60_000);

  const focused = (page: Page) =>
    page.evaluate<string>(`document.activeElement.value ?? document.activeElement.className`);

  it('leads from an error to the first option that can be chosen, and through a confirmation', async () => {
    const host = aHost(FIELDS, { inputType: 'form' });
    const server = await aPageServer(host);
    const context = await (await sharedBrowser()).newContext();
    try {
      const page = await context.newPage();
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await page.goto(server.page());
      await press('Tab', '4', 'Enter');
      await page.getByRole('alert').waitFor();
      expect(await focused(page)).to.equal('summary');
      await press('Tab', 'Enter');
      expect(await focused(page)).to.equal('delete');
      await press('Tab', 'Space', 'Tab', 'Space', 'ArrowDown', 'ArrowUp', 'Enter');
      await page.getByText('Nothing has been sent yet.').waitFor();
      await press('Tab', 'Enter');
      await page.getByRole('heading', { name: 'Your answer is recorded.' }).waitFor();
      expect(host.accepted[0]!.values).to.deep.equal({ count: 4, which: ['keep'], what: 'delete' });
    } finally {
      await closeContext(context);
      await server.close();
    }
  });

  it('begins with the news that an answer came too late', async () => {
    const host = aHost([{ name: 'why', type: 'text', label: 'Why' }], { inputType: 'form' });
    const server = await aPageServer(host);
    const context = await (await sharedBrowser()).newContext();
    try {
      const page = await context.newPage();
      await page.goto(server.page());
      await page.getByLabel('Why').fill('Because');
      host.outcome = anOutcome();
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      expect(await page.title()).to.equal('Your answer was not taken.');
      expect(await focused(page)).to.equal('notice');
      await page.goto(server.page());
      expect(await page.title(), 'without an answer').to.equal('Completed');
      expect(await focused(page)).to.equal('');
    } finally {
      await closeContext(context);
      await server.close();
    }
  });
});

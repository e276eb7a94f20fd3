import type { Page } from 'playwright-core';
import { asking, publish } from '../../scenarios/support.ts';
import type { TestProduct } from '../../support/product.ts';

const human = {
  inputType: 'form',
  prompt: 'Which colour?',
  assignees: { users: ['grace@sandbox.test'] },
  variables: [{ name: 'colour', type: 'text', label: 'Colour', required: true }],
};

export interface JourneyParts {
  /** The main window, as it first opens. */
  page: Page;
  product: TestProduct;
  /** Does what Grace does in the browser that the app opens. */
  signInBrowser(): Promise<void>;
}

/** The app's main job: its person connects and signs in, is asked, and answers; the flow resumes. */
export async function answerInApp({ page, product, signInBrowser }: JourneyParts): Promise<void> {
  const ada = await product.as('ada@sandbox.test');
  await publish(ada, asking({ id: 'smoke', human }));
  await page.getByLabel('Address of your Handback').fill(product.url);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInBrowser();
  await page.getByRole('navigation').first().waitFor();
  const id = await product.run(ada, 'smoke');
  await product.reached(ada, id, 'waiting');
  await page.getByText('Which colour?').first().click();
  await page.getByRole('textbox', { name: 'Colour' }).fill('Green');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await product.reached(ada, id, 'completed');
}

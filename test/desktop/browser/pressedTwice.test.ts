import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { execution } from '../support/samples.ts';
import { called, signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: a button pressed twice while the page is busy', () => {
  const client = withClient();

  before(() => signIn(client()));

  /** Both presses wait until the page has time, and follow each other at once. */
  async function pressTwice(button: Locator): Promise<void> {
    const { page, context } = client();
    const { x, y, width, height } = (await button.boundingBox())!;
    const devTools = await context.newCDPSession(page);
    const busy = page.evaluate('for (const end = performance.now() + 500; performance.now() < end; );');
    const at = { x: x + width / 2, y: y + height / 2, button: 'left' as const, clickCount: 1 };
    const events = ['mousePressed', 'mouseReleased', 'mousePressed', 'mouseReleased'] as const;
    await Promise.all([busy, ...events.map((type) => devTools.send('Input.dispatchMouseEvent', { type, ...at }))]);
  }

  it('acts once', async () => {
    const { page, standIn } = client();
    standIn.state.executions = [execution()];
    await visit(client(), `#/executions/${execution().id}`);
    await page.getByRole('button', { name: 'Cancel execution' }).click();
    await pressTwice(page.getByRole('button', { name: 'Cancel it' }));
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await called(client(), '/cancel');
    expect(standIn.calls.filter(({ path }) => path.endsWith('/cancel'))).to.have.length(1);
  });
});

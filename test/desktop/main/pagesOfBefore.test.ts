import { expect } from 'chai';
import http from 'node:http';
import type { Page } from 'playwright-core';
import { asking, publish } from '../../scenarios/support.ts';
import type { Client } from '../../support/product.ts';
import { withAppInBrowser } from './appInBrowser.ts';
import { listening } from './desktopApp.ts';

const human = {
  inputType: 'approval',
  prompt: 'Buy it?',
  assignees: { users: ['grace@sandbox.test', 'ada@sandbox.test'] },
};

describe('an answer that Grace can still undo in a window of the desktop app', function () {
  this.timeout(120_000);
  const stage = withAppInBrowser();
  let ada: Client;
  let page: Page;
  let id: string;
  before(async () => {
    ada = await stage().product.as('ada@sandbox.test');
    await publish(ada, asking({ id: 'deciding', human }));
  });
  beforeEach(async () => {
    const { product } = stage();
    page = await stage().enter();
    id = await product.run(ada, 'deciding');
    await product.reached(ada, id, 'waiting');
    await page.evaluate(`location.hash = '#/notifications/${id}-ask'`);
    await page.getByRole('article').getByRole('button', { name: 'Approve' }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Send now' }).waitFor();
  });

  it('is not sent as another person who signs in', async () => {
    const { app, product } = stage();
    app.signsInAs.email = 'ada@sandbox.test';
    await app.electron.call('signIn', { claims: null });
    await page.getByRole('button', { name: 'Account of Ada' }).waitFor();
    expect(await product.execution(ada, id)).to.include({ status: 'waiting' });
    app.signsInAs.email = 'grace@sandbox.test';
    await app.electron.call('signIn', { claims: null });
    const { context } = await product.reached(ada, id, 'completed');
    expect(context).to.have.nested.property('ask.respondedBy.displayName', 'Grace Hopper');
  });

  it('is not sent to another server', async () => {
    const { app, product } = stage();
    const posted: string[] = [];
    const other = await listening(
      http.createServer((request, response) => {
        if (request.method === 'POST') posted.push(request.url!);
        void fetch(`${product.url}${request.url}`).then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
          response.end(await answer.text());
        });
      }),
    );
    await app.electron.call('chooseServer', { address: other });
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(posted).to.deep.equal([]);
    await app.electron.call('chooseServer', { address: product.url });
    await product.reached(ada, id, 'completed');
  });
});

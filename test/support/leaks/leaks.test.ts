// cspell:ignore tlbi anothe
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { asking, mailedLink, publish } from '../../scenarios/support.ts';
import { startProduct } from '../product.ts';
import { leakWatch } from './leakWatch.ts';

/** The watch in the hooks of all tests; a leaking product shows that it finds leaks, because ours does not leak. */
describe('the watch for secrets (behaviour 5.2)', () => {
  let test = '';
  beforeEach(function () {
    test = this.currentTest!.fullTitle();
  });
  const found = () => [...new Set(leakWatch.take(test).map(({ what, place }) => `${what} in ${place}`))];

  it('finds what a product writes into its log and its database', async () => {
    const product = await startProduct();
    const ada = await product.as('ada@sandbox.test');
    const human = {
      inputType: 'form',
      prompt: 'Hush?',
      assignees: { users: ['grace@sandbox.test'] },
      variables: [
        { name: 'watchedPassphrase', type: 'password' },
        { name: 'note', type: 'text' }, // a password alone has no page behind its mail
      ],
    };
    await publish(ada, asking({ id: 'leaking', human }));
    const id = await product.run(ada, 'leaking');
    await product.reached(ada, id, 'waiting');
    const link = await mailedLink(product, 'grace@sandbox.test', `${id}-ask`);
    const oneTime = new URL(link).searchParams.get('token')!;
    const bearer = await product.sandbox.tokenFor('tim@sandbox.test');
    const grace = await product.as('grace@sandbox.test');
    const answer = { values: { watchedPassphrase: 'a whisper "in" quotes' } };
    expect((await grace.call('POST', `/user/notifications/${id}-ask/respond`, answer)).status).to.equal(200);
    expect(leakWatch.take(test), 'of all that happened until now').to.deep.equal([]);

    const { log } = product.product.app;
    log.info({ deep: { link } }, 'planted');
    log.error(new Error(`planted: ${bearer}`));
    log.debug({ answer }, 'planted');
    log.warn(`planted: ${product.config.directoryClientSecret}`);
    const { writer } = product.product.services.ground.database;
    const before = { actor: 'planted', action: 'planted', at: 1, subject: bearer, detail: JSON.stringify(answer) };
    await writer('audit').insert(before);
    await product.close();
    expect(found().sort()).to.deep.equal([
      'one-time token in log',
      'secret in database: audit',
      'secret in log',
      'token of the identity provider in database: audit',
      'token of the identity provider in log',
    ]);
    expect(oneTime).to.match(/^[0-9a-f]{64}$/);
  });

  it('finds what a refusal and an event tell', async () => {
    leakWatch.keep('the planted secret');
    const server = http.createServer((request, response) => {
      const isStream = request.url === '/api/events';
      response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/problem+json');
      response.end(isStream ? 'data: "the planted secret"\n\n' : '{"detail":"the planted secret"}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
    expect(await (await fetch(`${url}/me`)).json()).to.deep.equal({ detail: 'the planted secret' });
    const events = await fetch(`${url}/events`);
    const decoder = new TextDecoder();
    let told = '';
    for await (const piece of events.body!) told += decoder.decode(piece);
    expect(told).to.include('the planted secret');
    server.close();
    expect(found()).to.deep.equal(['secret in problem', 'secret in event']);
  });

  it('finds nothing in hashes, and names what it finds without repeating it', () => {
    leakWatch.look('log', `an id ${'0123456789abcdef'.repeat(4)}, and eyJub3QgYSB0b2tlbiJ9`);
    expect(leakWatch.take(test)).to.deep.equal([]);
    leakWatch.keep('another planted secret');
    leakWatch.look('log', 'before another planted secret after');
    expect(leakWatch.take(test).map(({ excerpt }) => excerpt)).to.deep.equal(['before [anothe…] after']);
  });
});

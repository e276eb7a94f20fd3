import { expect } from 'chai';
import { asking, publish } from '../../scenarios/support.ts';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { startDesktopApp, type TestDesktopApp } from './desktopApp.ts';

const human = { inputType: 'approval', prompt: 'Buy it?', assignees: { users: ['grace@sandbox.test'] } };

describe('another account that signs in to the desktop app after a sign-in has expired', () => {
  let product: TestProduct;
  let app: TestDesktopApp;
  let isOver: boolean;
  /** Delays token requests after the browser has led back to the app. */
  let gate: Promise<void>;
  let atGate: number;
  before(async () => {
    product = await startProduct();
    await publish(await product.as('ada@sandbox.test'), asking({ id: 'buying', human }));
  });
  after(() => product.close());
  beforeEach(async () => {
    isOver = false;
    gate = Promise.resolve();
    atGate = 0;
    app = await startDesktopApp(product.url, {
      fetch: async (url, init) => {
        if (!url.includes('/token')) return fetch(url, init);
        if (String(init?.body).includes('grant_type=refresh_token')) {
          atGate++;
          await gate;
        }
        return isOver ? Response.json({ error: 'invalid_grant' }, { status: 400 }) : fetch(url, init);
      },
    });
    await app.electron.call('signIn', { claims: null });
    await until(() => app.desktop.session()!.state().waiting !== null);
  });
  afterEach(() => app.close());

  const endSignIn = async (): Promise<void> => {
    isOver = true;
    expect(await app.electron.call('renew', null)).to.equal(false);
    expect(app.desktop.session()!.state().isSignInNeeded).to.equal(true);
    isOver = false;
    app.signsInAs.email = 'ada@sandbox.test';
  };
  const username = async () =>
    ((await app.electron.call('account', null)) as { account: { username: string } }).account.username;
  const me = async () => {
    const response = await app.electron.request('app://handback/api/me');
    return ((await response.json()) as { email: string }).email;
  };

  it('is the signed-in person, for the app and for the server, even after a restart', async () => {
    await endSignIn();
    const signedIn = await app.electron.call('signIn', { claims: null });
    expect(signedIn).to.have.nested.property('account.username', 'ada@sandbox.test');
    expect([await username(), await me()]).to.deep.equal(['ada@sandbox.test', 'ada@sandbox.test']);
    await app.close();
    app = await startDesktopApp(null, { folder: app.folder });
    expect([await username(), await me()]).to.deep.equal(['ada@sandbox.test', 'ada@sandbox.test']);
  });

  it('sends no answer of the previous person, not even during the switch', async () => {
    const ada = await product.as('ada@sandbox.test');
    const id = await product.run(ada, 'buying');
    await product.reached(ada, id, 'waiting');
    await app.desktop.session()!.answering.own()!.give(`${id}-ask`, 'approved');
    await endSignIn();
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    const before = atGate;
    const signingIn = app.electron.call('signIn', { claims: null });
    await until(() => atGate > before); // Ada is back from the browser, but the app does not treat her as its person yet
    const sending = app.desktop.session()!.answering.flush();
    open();
    await Promise.all([signingIn, sending]);
    await app.desktop.session()!.answering.flush();
    expect(app.desktop.session()!.answering.isGiven(`${id}-ask`), 'kept until they are back').to.equal(true);
    app.signsInAs.email = 'grace@sandbox.test';
    await app.electron.call('signIn', { claims: null });
    await app.desktop.session()!.answering.flush();
    await product.reached(ada, id, 'completed');
  });
});

import { expect } from 'chai';
import { asking, publish } from '../../scenarios/support.ts';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { startDesk, type TestDesk } from './desk.ts';

const human = { inputType: 'approval', prompt: 'Buy it?', assignees: { users: ['grace@sandbox.test'] } };

describe('the desktop app with a server (behaviour 1)', function () {
  let product: TestProduct;
  let app: TestDesk;
  before(async () => {
    product = await startProduct();
    const ada = await product.as('ada@sandbox.test');
    await publish(ada, asking({ id: 'buying', human }));
  });
  beforeEach(async () => {
    app = await startDesk(product.url);
    await app.electron.call('signIn', null);
    await until(() => app.desk.workplace()!.state().connection === 'live');
    await until(() => app.desk.workplace()!.state().waiting !== null);
  });
  afterEach(() => app.close());
  after(() => product.close());

  const ask = async (): Promise<string> => {
    const ada = await product.as('ada@sandbox.test');
    const id = await product.run(ada, 'buying');
    await product.reached(ada, id, 'waiting');
    return id;
  };

  it('signs in with the system browser, and tells a window who is here', async () => {
    const account = await app.electron.call('account', null);
    expect(account).to.deep.equal({
      account: { displayName: 'Grace Hopper', username: 'grace@sandbox.test' },
      refusal: null,
      isKept: true,
    });
    const me = await app.electron.request('app://handback/api/me');
    expect(me.status).to.equal(200);
  });

  it('notifies of a question, and hands the answer given there to the flow', async () => {
    const id = await ask();
    await until(() => app.electron.onScreen().length > 0);
    const [notification] = app.electron.onScreen();
    expect(notification!.options.title).to.equal('Buy it?');
    expect(notification!.options.actions).to.deep.equal([
      { type: 'button', text: 'Approve' },
      { type: 'button', text: 'Reject' },
    ]);
    notification!.emit('action', { actionIndex: 0 });
    await until(() => app.electron.onScreen().some(({ options }) => options.title === 'Answering “Approve”'));
    app.clock.ms += 5_000;
    await app.desk.workplace()!.answering.send();
    const ada = await product.as('ada@sandbox.test');
    await product.reached(ada, id, 'completed');
    await until(() => app.electron.onScreen().some(({ options }) => options.title === 'Your answer was recorded'));
    const grace = await product.as('grace@sandbox.test');
    const { body } = await grace.call<{ answeredIn: string }[]>('GET', '/user/notifications?status=completed');
    expect(body[0]!.answeredIn).to.equal('desktop');
  });

  describe('whose server is away', () => {
    /** The server answers, cannot be reached, or takes calls and never answers them. */
    let server: 'there' | 'away' | 'silent';
    const fetchThere: typeof fetch = async (url, init) => {
      if (server === 'away') throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } });
      return server === 'silent' ? new Promise<never>(() => undefined) : fetch(url, init);
    };
    /** The app once more, as the same person on the same machine. */
    const again = async (): Promise<TestDesk> => {
      await app.close();
      const { folder } = app;
      return (app = await startDesk(null, { folder, fetch: fetchThere, quitWithinMs: 100 }));
    };
    const tip = () => app.electron.trays[0]!.tip;
    beforeEach(() => (server = 'there'));

    it('says that it is offline, and finds out who is signed in when the server is back', async () => {
      server = 'away';
      await again();
      await until(() => tip() === 'Handback: Offline');
      expect((await app.electron.request('app://handback/api/me')).type).to.equal('error');
      await app.desk.workplace()!.arrive(); // still away
      server = 'there';
      app.electron.power.emit('resume');
      await until(() => app.desk.workplace()!.state().connection === 'live');
      expect(app.desk.workplace()!.state().signedIn!.account!.username).to.equal('grace@sandbox.test');
    });

    it('opens before a silent server has said who is signed in', async () => {
      server = 'silent';
      await again();
      expect(tip()).to.equal('Handback: Connecting…');
    });

    it('ends although the server is silent, and sends what was answered when it is opened again', async () => {
      await again();
      await until(() => app.desk.workplace()!.state().connection === 'live');
      const id = await ask();
      await until(() => app.electron.onScreen().length > 0);
      server = 'silent';
      app.electron.onScreen()[0]!.emit('action', { actionIndex: 0 });
      await until(() => app.electron.onScreen().some(({ options }) => options.title === 'Answering “Approve”'));
      await app.close();
      expect(app.log.map(({ event }) => event)).to.include('ended before the server had answered');
      server = 'there';
      await again();
      app.clock.ms += 5_000;
      await app.desk.workplace()!.answering.send();
      const ada = await product.as('ada@sandbox.test');
      await product.reached(ada, id, 'completed');
    });
  });
});

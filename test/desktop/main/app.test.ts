import { expect } from 'chai';
import { readdir } from 'node:fs/promises';
import { assign, makeChat } from '../../assignments/support.ts';
import { asking, publish } from '../../scenarios/support.ts';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { startDesktopApp, type TestDesktopApp } from './desktopApp.ts';
import type { FakeNotification } from './fakeElectron.ts';

const human = { inputType: 'approval', prompt: 'Buy it?', assignees: { users: ['grace@sandbox.test'] } };

describe('the desktop app with a server (behaviour 1)', function () {
  let product: TestProduct;
  let app: TestDesktopApp;
  before(async () => {
    product = await startProduct();
    const ada = await product.as('ada@sandbox.test');
    await publish(ada, asking({ id: 'buying', human }));
  });
  beforeEach(async () => {
    app = await startDesktopApp(product.url);
    await app.electron.call('signIn', { claims: null });
    await until(() => app.desktop.session()!.state().connection === 'live');
    await until(() => app.desktop.session()!.state().waiting !== null);
  });
  afterEach(() => app.close());
  after(() => product.close());

  const ask = async (): Promise<string> => {
    const ada = await product.as('ada@sandbox.test');
    const id = await product.run(ada, 'buying');
    await product.reached(ada, id, 'waiting');
    return id;
  };

  it('signs in with the system browser, and tells a window who is signed in', async () => {
    const account = await app.electron.call('account', null);
    expect(account).to.deep.equal({
      account: { displayName: 'Grace Hopper', username: 'grace@sandbox.test' },
      refusal: null,
      isKept: true,
    });
    const me = await app.electron.request('app://handback/api/me');
    expect(me.status).to.equal(200);
  });

  it('notifies of a question, and passes the answer given there to the flow', async () => {
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
    await app.desktop.session()!.answering.send();
    const ada = await product.as('ada@sandbox.test');
    await product.reached(ada, id, 'completed');
    await until(() => app.electron.onScreen().some(({ options }) => options.title === 'Your answer was recorded'));
    const grace = await product.as('grace@sandbox.test');
    const { body } = await grace.call<{ answeredIn: string }[]>('GET', '/user/notifications?status=completed');
    expect(body[0]!.answeredIn).to.equal('desktop');
  });

  it('accepts an answer typed into a notification, and ignores an empty one', async () => {
    const ada = await product.as('ada@sandbox.test');
    await publish(ada, asking({ id: 'wondering', human: { ...human, inputType: 'text' } }));
    const id = await product.run(ada, 'wondering');
    await product.reached(ada, id, 'waiting');
    await until(() => app.electron.onScreen().length > 0);
    const [notification] = app.electron.onScreen();
    expect(notification!.options).to.deep.include({ hasReply: true, replyPlaceholder: 'Your answer', actions: [] });
    notification!.emit('reply', { reply: '  ' });
    expect(app.desktop.session()!.answering.isGiven(`${id}-ask`)).to.equal(false);
    notification!.emit('reply', { reply: 'Because.' });
    await until(() => app.electron.onScreen().some(({ options }) => options.title === 'Answering “Because.”'));
    app.clock.ms += 5_000;
    await app.desktop.session()!.answering.send();
    await product.reached(ada, id, 'completed');
  });

  it('knows whether the system has shown a notification, and logs that without its text', async () => {
    const id = await ask();
    await until(() => app.electron.onScreen().length > 0);
    const shown = app.electron.onScreen()[0]!;
    shown.emit('failed', {}, `Notifications are switched off ${'x'.repeat(500)}`);
    const told = app.log.filter(({ event }) => event.startsWith('notification '));
    expect(told.map(({ event, facts }) => [event, (facts as { id: string }).id])).to.deep.equal([
      ['notification shown', `${id}-ask`],
      ['notification failed', `${id}-ask`],
    ]);
    expect(JSON.stringify(told)).not.to.contain('Buy it?').and.not.to.contain('x'.repeat(201));
  });

  const signInAs = async (email: string): Promise<void> => {
    app.signsInAs.email = email;
    await app.electron.call('signIn', { claims: null });
    await until(() => app.desktop.session()!.state().waiting !== null);
  };
  const pressed = async (notification: FakeNotification): Promise<void> => {
    notification.emit('action', { actionIndex: 0 });
    await until(() => app.electron.onScreen().some(({ options }) => options.title === 'Your answer was not taken'));
  };

  it('accepts no answer from a notification of a signed-out person, whoever comes next', async () => {
    const id = await ask();
    await until(() => app.electron.onScreen().length > 0);
    const [graces] = app.electron.onScreen();
    graces!.emit('close', { reason: 'timedOut' }); // it is in the system's list now
    expect(app.electron.said['removesOld'], 'nobody has gone yet').to.equal(undefined);
    await app.electron.call('signOut', null);
    expect(app.electron.onScreen(), 'withdrawn').to.deep.equal([]);
    expect(app.electron.said['removesOld'], 'those of before a restart, too').to.equal(true);
    await pressed(graces!);
    const isGiven = () => app.desktop.session()!.answering.isGiven(`${id}-ask`);
    expect(isGiven()).to.equal(false);
    await signInAs('ada@sandbox.test');
    await pressed(graces!);
    expect(isGiven()).to.equal(false);
    const ada = await product.as('ada@sandbox.test');
    await product.reached(ada, id, 'waiting');
  });

  it('sends what was answered just before a sign-out, as the person who answered', async () => {
    const id = await ask();
    await until(() => app.electron.onScreen().length > 0);
    app.electron.onScreen()[0]!.emit('action', { actionIndex: 0 });
    await until(() => app.desktop.session()!.answering.isGiven(`${id}-ask`));
    await app.electron.call('signOut', null);
    const ada = await product.as('ada@sandbox.test');
    await product.reached(ada, id, 'completed');
    expect(app.electron.onScreen()).to.deep.equal([]);
  });

  it('sends an answer only to the server whose question was shown', async () => {
    const id = await ask();
    await until(() => app.electron.onScreen().length > 0);
    const [shown] = app.electron.onScreen();
    const other = product.url.includes('127.0.0.1')
      ? product.url.replace('127.0.0.1', 'localhost')
      : product.url.replace('localhost', '127.0.0.1');
    await app.electron.call('chooseServer', { address: other });
    expect(app.electron.onScreen(), 'withdrawn').to.deep.equal([]);
    await signInAs('grace@sandbox.test');
    await pressed(shown!);
    expect(app.desktop.session()!.answering.isGiven(`${id}-ask`)).to.equal(false);
  });

  it('shows the next person nothing of the previous one, and no old notifications', async () => {
    const ada = await product.as('ada@sandbox.test');
    const adas = { ...human, prompt: 'Sell it?', assignees: { users: ['ada@sandbox.test'] } };
    await publish(ada, asking({ id: 'selling', human: adas }));
    const askAda = async () => product.reached(ada, await product.run(ada, 'selling'), 'waiting');
    const inTray = (title: string) => app.electron.menu().some(({ label }) => label === title);
    const isRead = () =>
      app.desktop
        .session()!
        .state()
        .waiting?.items.some(({ title }) => title === 'Sell it?');
    await askAda();
    await ask();
    await until(() => inTray('Buy it?'));
    await app.electron.call('signOut', null);
    expect(inTray('Buy it?')).to.equal(false);
    const before = app.electron.notifications.length;
    app.signsInAs.email = 'ada@sandbox.test';
    await app.electron.call('signIn', { claims: null });
    expect(inTray('Buy it?')).to.equal(false);
    await until(() => isRead() === true);
    expect(inTray('Sell it?')).to.equal(true);
    expect(app.electron.notifications).to.have.length(before);
    await askAda();
    await until(() => app.electron.notifications.length > before);
    expect(app.electron.onScreen().map(({ options }) => options.title)).to.deep.equal(['Sell it?']);
  });

  it('opens the question of its start link as soon as it runs', async () => {
    const id = await ask();
    await app.close();
    app = await startDesktopApp(null, { folder: app.folder, argv: ['handback', `handback://notifications/${id}-ask`] });
    expect(app.electron.windows.map(({ url }) => url)).to.deep.equal([
      `app://handback/?window=question#/notifications/${id}-ask`,
    ]);
  });

  it('opens the question instead of sending an answer that needs a comment', async () => {
    const ada = await product.as('ada@sandbox.test');
    const options = [{ value: 'yes' }, { value: 'no', label: 'No', comment: 'required' }];
    const reasoned = { ...human, inputType: 'choice', options };
    await publish(ada, asking({ id: 'reasoning', human: reasoned }));
    const id = await product.run(ada, 'reasoning');
    await product.reached(ada, id, 'waiting');
    await until(() => app.electron.onScreen().length > 0);
    const [notification] = app.electron.onScreen();
    expect(notification!.options.actions!.map(({ text }) => text)).to.deep.equal(['yes', 'No…']);
    notification!.emit('action', { actionIndex: 1 });
    expect(app.electron.windows.at(-1)!.url).to.contain(`#/notifications/${id}-ask`);
    expect(app.desktop.session()!.answering.isGiven(`${id}-ask`)).to.equal(false);
    expect(app.electron.onScreen()).to.deep.equal([]);
  });

  it('is silent while everything is snoozed, and then announces what still waits', async () => {
    const shownBefore = app.electron.notifications.length;
    await app.electron.call('changeSettings', { snooze: 'hour' });
    const ids = [await ask(), await ask()];
    const waits = (id: string) =>
      app.desktop
        .session()!
        .state()
        .waiting!.items.some((each) => each.id === `${id}-ask`);
    await until(() => ids.every(waits));
    expect(app.electron.notifications).to.have.length(shownBefore);
    expect(app.electron.state.badge).to.be.at.least(2);
    expect(app.electron.windows.map(({ isFocused }) => isFocused)).to.deep.equal([false]);
    const grace = await product.as('grace@sandbox.test');
    await grace.call('POST', `/user/notifications/${ids[0]}-ask/respond`, 'approved');
    await until(() => !waits(ids[0]!));
    app.desktop.show();
    expect(app.electron.notifications).to.have.length(shownBefore);
    app.clock.ms += 3_600_000;
    app.desktop.show(); // as every minute
    expect(app.electron.onScreen().map(({ options }) => options.title)).to.deep.equal(['Buy it?']);
    app.desktop.show();
    expect(app.electron.notifications).to.have.length(shownBefore + 1);
    app.electron.onScreen()[0]!.emit('click');
    expect(app.electron.windows.at(-1)!.url).to.contain(`#/notifications/${ids[1]}-ask`);
  });

  it('notifies through the system, so that do not disturb silences it', async () => {
    await ask();
    await until(() => app.electron.onScreen().length > 0);
    const [{ options }] = app.electron.onScreen() as [FakeNotification];
    expect(options).not.to.have.any.keys('urgency', 'sound', 'silent', 'timeoutType', 'toastXml');
  });

  it("counts assignments, in the tray and on the app's badge", async () => {
    const tim = await product.as('tim@sandbox.test');
    const before = app.electron.state.badge;
    await assign(tim, await makeChat(tim)); // to Grace
    await until(() => app.electron.state.badge === before + 1);
    expect(app.electron.trays[0]!.tip).to.include('1 assignment');
  });

  it('signs out without a server, and leaves no token behind', async () => {
    await app.close();
    const away = await startDesktopApp(null, {
      folder: app.folder,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    app = away;
    expect(await app.electron.call('signOut', null)).to.equal(null);
    expect((await readdir(app.folder)).filter((name) => name.startsWith('sign-in'))).to.deep.equal([]);
  });

  describe('when its server is down', () => {
    /** The server answers, cannot be reached, or accepts calls without ever answering. */
    let server: 'there' | 'away' | 'silent';
    const fetchThere: typeof fetch = async (url, init) => {
      if (server === 'away') throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } });
      return server === 'silent' ? new Promise<never>(() => undefined) : fetch(url, init);
    };
    /** The app restarted, as the same person on the same machine. */
    const again = async (): Promise<TestDesktopApp> => {
      await app.close();
      const { folder } = app;
      return (app = await startDesktopApp(null, { folder, fetch: fetchThere, quitWithinMs: 100 }));
    };
    const tip = () => app.electron.trays[0]!.tip;
    beforeEach(() => (server = 'there'));

    it('says that it is offline, and finds out who is signed in when the server is back', async () => {
      server = 'away';
      await again();
      await until(() => tip() === 'Handback: Offline');
      expect((await app.electron.request('app://handback/api/me')).type).to.equal('error');
      await app.desktop.session()!.arrive(); // still away
      server = 'there';
      app.electron.power.emit('resume');
      await until(() => app.desktop.session()!.state().connection === 'live');
      expect(app.desktop.session()!.state().signedIn!.account!.username).to.equal('grace@sandbox.test');
    });

    it('opens before a silent server has said who is signed in', async () => {
      server = 'silent';
      await again();
      expect(tip()).to.equal('Handback: Connecting…');
    });

    it('quits although the server is silent, and sends pending answers at the next start', async () => {
      await again();
      await until(() => app.desktop.session()!.state().connection === 'live');
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
      await app.desktop.session()!.answering.send();
      const ada = await product.as('ada@sandbox.test');
      await product.reached(ada, id, 'completed');
    });
  });
});

// cspell:ignore beenden
import { expect } from 'chai';
import { countIcon, trayIcon } from '../../../desktop/main/icons.ts';
import { isQuiet, snoozeEnd, wantsToHear } from '../../../desktop/main/quietRules.ts';
import { isOlder, originOf } from '../../../desktop/main/servers.ts';
import { changesOf, MANY, toastsFor } from '../../../desktop/main/toastRules.ts';
import {
  badgeOf,
  tooltip,
  trayMenu,
  trayState,
  type TrayActions,
  type TrayFacts,
} from '../../../desktop/main/trayRules.ts';
import { isHere, isWebLink } from '../../../desktop/main/windows.ts';
import { wordsFor } from '../../../desktop/main/words.ts';
import { notification } from '../support/samples.ts';

const words = wordsFor(['en']);
const at = (hour: number) => new Date(2026, 10, 24, hour, 30);

describe('what the desktop app decides', () => {
  it('is quiet in the chosen hours, which may pass midnight', () => {
    const quiet = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => isQuiet('20-7', at(hour)));
    expect(quiet).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 20, 21, 22, 23]);
    expect(isQuiet('off', at(3))).to.equal(false);
    const now = at(12).getTime();
    expect(wantsToHear({ quietHours: 'off', snoozedUntil: now }, now)).to.equal(true);
    expect(wantsToHear({ quietHours: 'off', snoozedUntil: now + 1 }, now)).to.equal(false);
    expect(wantsToHear({ quietHours: '18-8', snoozedUntil: 0 }, at(7).getTime())).to.equal(false);
  });

  it('ends a snooze until tomorrow with the next morning', () => {
    expect(new Date(snoozeEnd('tomorrow', at(12).getTime()))).to.deep.equal(new Date(2026, 10, 25, 8));
    expect(new Date(snoozeEnd('tomorrow', at(2).getTime()))).to.deep.equal(new Date(2026, 10, 24, 8));
    expect(snoozeEnd('hour', 0) - snoozeEnd('half_hour', 0)).to.equal(1_800_000);
  });

  it('notifies of each question, or of many in one notification', () => {
    const showing = { words, hidesPreview: false, can: { act: true, reply: true } };
    const choice = notification({ id: 'a', inputType: 'choice', options: ['x', 'y'], prompt: 'Which?\nMore words' });
    expect(toastsFor([choice], showing)[0]).to.deep.include({
      title: 'Which?',
      actions: [
        { label: 'x', value: 'x' },
        { label: 'y', value: 'y' },
      ],
      hasReply: false,
      hash: '#/notifications/a',
    });
    const text = notification({ id: 'b', inputType: 'text', options: [] });
    expect(toastsFor([text], showing)[0]).to.deep.include({ actions: [], hasReply: true });
    const form = notification({ id: 'c', inputType: 'form', options: [] });
    expect(toastsFor([form], showing)[0]).to.deep.include({ actions: [], hasReply: false });
    const many = toastsFor(
      Array.from({ length: 4 }, () => choice),
      showing,
    );
    expect(many.map(({ id, title }) => [id, title])).to.deep.equal([[MANY, '4 questions for you']]);
  });

  it('offers no answer that needs a comment', () => {
    const showing = { words, hidesPreview: false, can: { act: true, reply: true } };
    const options = [{ value: 'approved' }, { value: 'rejected', comment: 'required' as const }];
    const meta = { label: 'Ask', variables: [{ name: 'value', label: 'Answer', type: 'select' as const, options }] };
    const asked = { id: 'a', inputType: 'approval' as const, options: ['approved', 'rejected'], meta };
    const offered = (commentOffer?: { required: boolean }) =>
      toastsFor([notification({ ...asked, ...(commentOffer && { commentOffer }) })], showing)[0]!.actions;
    const reject = { value: 'rejected', label: 'Reject…', opens: true };
    expect(offered({ required: false })).to.deep.equal([{ value: 'approved', label: 'Approve' }, reject]);
    expect(offered({ required: true })).to.deep.equal([{ value: 'approved', label: 'Approve…', opens: true }, reject]);
    expect(offered(), 'of an older server').to.deep.equal([
      { value: 'approved', label: 'Approve' },
      { value: 'rejected', label: 'Reject' },
    ]);
  });

  it('offers no answer that needs a confirmation', () => {
    const options = [{ value: 'stay' }, { value: 'end', label: 'Close the office', confirm: true }];
    const meta = { label: 'Ask', variables: [{ name: 'value', label: 'Answer', type: 'select' as const, options }] };
    const asked = notification({ id: 'a', inputType: 'choice', options: ['stay', 'end'], meta });
    const [toast] = toastsFor([asked], { words, hidesPreview: false, can: { act: true, reply: true } });
    expect(toast!.actions).to.deep.equal([
      { value: 'stay', label: 'stay' },
      { value: 'end', label: 'Close the office…', opens: true },
    ]);
  });

  it('shows nothing of a question, and no button, if previews are hidden', () => {
    const asked = notification({
      id: 'a',
      inputType: 'approval',
      options: ['approved', 'rejected'],
      prompt: 'Dismiss Tim?',
    });
    const [toast] = toastsFor([asked], { words, hidesPreview: true, can: { act: true, reply: true } });
    expect(toast).to.deep.include({ actions: [], hasReply: false });
    expect(JSON.stringify(toast)).not.to.contain('Tim').and.not.to.contain(asked.flowName);
  });

  it('labels each answer as the question does, and cuts what is too long', () => {
    const showing = { words, hidesPreview: false, can: { act: true, reply: true } };
    const labels = (asked: ReturnType<typeof notification>) =>
      toastsFor([asked], showing)[0]!.actions.map(({ label }) => label);
    const approval = notification({ id: 'a', inputType: 'approval', options: ['approved', 'rejected', 'later'] });
    expect(labels(approval)).to.deep.equal(['Approve', 'Reject', 'later']);
    const variables = [
      { name: 'value', label: '', type: 'select' as const, options: [{ value: 'b', label: 'Blue' }] },
      { name: 'other', label: '', type: 'text' as const },
    ];
    const choice = notification({ id: 'c', inputType: 'choice', options: ['b', 'r'], meta: { label: '', variables } });
    expect(labels(choice)).to.deep.equal(['Blue', 'r']);
    expect(toastsFor([choice], { ...showing, can: { act: false, reply: false } })[0]!.actions).to.deep.equal([]);
    const long = notification({ id: 'l', inputType: 'text', options: [], prompt: 'x'.repeat(500) });
    expect(toastsFor([long], { ...showing, can: { act: true, reply: false } })[0]).to.deep.include({
      title: `${'x'.repeat(119)}…`,
      hasReply: false,
    });
  });

  it('offers no button for more options than systems show', () => {
    const asked = notification({ id: 'a', inputType: 'choice', options: ['1', '2', '3', '4'] });
    expect(
      toastsFor([asked], { words, hidesPreview: false, can: { act: true, reply: true } })[0]!.actions,
    ).to.deep.equal([]);
  });

  it('finds new and finished questions, and nothing new at first', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => notification({ id, isRead: false }));
    expect(changesOf([a!], null)).to.deep.equal({ asked: [], over: [] });
    expect(changesOf([b!, c!], [a!, b!])).to.deep.equal({ asked: [c], over: ['a'] });
    expect(changesOf([{ ...c!, isRead: true }], [])).to.deep.equal({ asked: [], over: [] });
  });

  it('accepts addresses as people type them, but none that is unencrypted on the network', () => {
    expect(originOf(' handback.example.com/ ')).to.equal('https://handback.example.com');
    expect(originOf('https://handback.example.com:8443/#/x')).to.equal('https://handback.example.com:8443');
    expect(originOf('http://localhost:3000')).to.equal('http://localhost:3000');
    for (const typed of [
      '',
      ' ',
      'http://handback.example.com',
      'ftp://x',
      'https://me:secret@x.test',
      'file:///etc',
      'javascript:alert(1)',
      'https://',
    ])
      expect(originOf(typed), typed).to.equal(null);
  });

  it('allows only web addresses, and pages of this machine only if the server is here', () => {
    expect(isWebLink('https://example.com/x?y')).to.equal(true);
    for (const url of [
      'http://example.com',
      'file:///etc/passwd',
      'mailto:a@b.test',
      'javascript:alert(1)',
      'https://a:b@c.test',
      'smb://x',
      '',
      `https://x.test/${'a'.repeat(5000)}`,
    ])
      expect(isWebLink(url), url).to.equal(false);
    expect([
      isHere('http://localhost:1'),
      isHere('http://127.0.0.1:1'),
      isHere('http://localhost.evil.test'),
      isHere(null),
    ]).to.deep.equal([true, true, false, false]);
  });

  it('compares versions number by number', () => {
    expect(isOlder('1.9.0', '1.10.0')).to.equal(true);
    expect(isOlder('1.10.0', '1.9.9')).to.equal(false);
    expect(isOlder('1.0.0', '1.0.0')).to.equal(false);
    expect(isOlder('rubbish', '0.0.1')).to.equal(true);
  });

  it('draws an icon for each state and each number', () => {
    const drawn = (['idle', 'waiting', 'offline', 'signedOut'] as const).map((state) =>
      trayIcon(state).buffer.toString('base64'),
    );
    expect(new Set(drawn).size).to.equal(4);
    const numbers = [1, 9, 10, 99, 100, 5000].map((count) => countIcon(count).buffer.toString('base64'));
    expect(new Set(numbers).size).to.equal(5);
    expect(countIcon(7).buffer).to.have.length(32 * 32 * 4);
  });
});

describe('the tray of the desktop app', () => {
  const done: unknown[] = [];
  const actions = new Proxy({} as TrayActions, {
    get: (_, name) => (argument: unknown) => done.push([name, argument]),
  });
  const facts: TrayFacts = {
    servers: { current: 'https://x.test', known: ['https://x.test'], isFixed: false },
    signedIn: { account: { displayName: 'Ada', username: 'ada@x.test' }, refusal: null, isKept: true },
    isSignInNeeded: false,
    connection: 'live',
    waiting: { items: [], unread: 0, assignments: 0 },
    settings: { server: null, servers: [], signIns: {}, quietHours: 'off', snoozedUntil: 0, hidesPreview: false },
    opensAtLogin: false,
    policy: {},
    isTooOld: false,
    update: null,
    now: 0,
  };
  const labels = (given: TrayFacts) => trayMenu(given, actions, words).flatMap(({ label = '—' }) => label);

  it('shows the current state', () => {
    const waiting = { items: [], unread: 2, assignments: 1 };
    const states: [Partial<TrayFacts>, string, string][] = [
      [{}, 'idle', 'Handback: Nothing waits for you'],
      [{ waiting }, 'waiting', 'Handback: 2 unread questions, 1 assignment'],
      [{ waiting, connection: 'reconnecting' }, 'offline', 'Handback: Offline'],
      [{ isSignInNeeded: true }, 'signedOut', 'Handback: Your sign-in has ended'],
      [{ signedIn: { ...facts.signedIn!, account: null } }, 'signedOut', 'Handback: Nobody is signed in'],
      [{ signedIn: null, connection: 'connecting' }, 'offline', 'Handback: Connecting…'],
      [{ signedIn: null, connection: 'offline' }, 'offline', 'Handback: Offline'],
      [{ servers: { current: null, known: [], isFixed: false } }, 'signedOut', 'Handback: No server was chosen yet'],
    ];
    for (const [some, state, tip] of states)
      expect([trayState({ ...facts, ...some }), tooltip({ ...facts, ...some }, words)]).to.deep.equal([state, tip]);
    expect(labels({ ...facts, connection: 'connecting' })[0]).to.equal('Signed in as Ada');
    expect(labels({ ...facts, waiting: null })).to.include('Open Handback');
    expect(tooltip({ ...facts, waiting: null }, words)).to.equal('Handback: Nothing waits for you');
    expect([badgeOf(null), badgeOf(waiting)]).to.deep.equal([0, 3]);
  });

  it('lists the five most urgent questions, and opens the chosen one', () => {
    const items = Array.from({ length: 7 }, (_, n) =>
      notification({ id: `r${n}`, prompt: `Salt & pepper ${n}?\n${'x'.repeat(100)}` }),
    );
    items[4] = notification({ id: 'r4', prompt: `Salt ${'x'.repeat(100)}` });
    const menu = trayMenu({ ...facts, waiting: { items, unread: 7, assignments: 0 } }, actions, words);
    const urgent = menu.filter(({ label = '' }) => label.startsWith('Salt'));
    expect(urgent.map(({ label }) => label)).to.deep.equal([
      ...[0, 1, 2, 3].map((n) => `Salt && pepper ${n}?`),
      `Salt ${'x'.repeat(54)}…`,
    ]);
    urgent[1]!.click!(null as never, undefined, null as never);
    expect(done.pop()).to.deep.equal(['open', '#/notifications/r1']);
  });

  it('cuts long titles between whole characters, because some systems refuse the half of one', () => {
    const asked = (count: number) => notification({ id: 'a', prompt: `${'x'.repeat(count)}🪑🪑` });
    const showing = { words, hidesPreview: false, can: { act: true, reply: true } };
    expect(toastsFor([asked(118)], showing)[0]!.title).to.equal(`${'x'.repeat(118)}…`);
    const waiting = { items: [asked(58)], unread: 1, assignments: 0 };
    expect(labels({ ...facts, waiting })).to.include(`${'x'.repeat(58)}…`);
  });

  it('shows nothing of the questions if previews are hidden', () => {
    const items = [notification({ id: 'a', prompt: 'Dismiss Tim?', flowName: 'Dismissals' })];
    const settings = { ...facts.settings, hidesPreview: true };
    const menu = JSON.stringify(
      trayMenu({ ...facts, settings, waiting: { items, unread: 1, assignments: 0 } }, actions, words),
    );
    expect(menu).not.to.contain('Tim').and.not.to.contain('Dismissals');
  });

  it('offers the available actions', () => {
    expect(labels(facts)).to.include('Sign out').and.not.to.include('Sign in…');
    expect(labels({ ...facts, signedIn: null }))
      .to.include('Sign in…')
      .and.not.to.include('Sign out');
    expect(labels({ ...facts, isSignInNeeded: true })).to.include('Sign in…');
    expect(
      labels({ ...facts, settings: { ...facts.settings, snoozedUntil: 3_600_000 } }).some((label) =>
        label.startsWith('Snoozed until'),
      ),
    ).to.equal(true);
    expect(labels({ ...facts, signedIn: { ...facts.signedIn!, isKept: false } })).to.include(words.notKept);
    const server = trayMenu({ ...facts, servers: { ...facts.servers, isFixed: true } }, actions, words).find(
      ({ label }) => label === 'Server',
    );
    expect(server!.enabled).to.equal(false);
  });

  it('is in German for a German reader', () => {
    expect(Object.keys(wordsFor(['de-AT']))).to.deep.equal(Object.keys(words));
    expect(wordsFor(['fr', 'de']).quit).to.equal('Handback beenden');
  });
});

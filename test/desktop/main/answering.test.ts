import { expect } from 'chai';
import { mkdir, rename, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { createAnswering, joinAnswers, UNDO_MS, type Verdict } from '../../../desktop/main/answering.ts';
import { createSealed } from '../../../desktop/main/sealed.ts';
import { until } from '../../support/until.ts';
import { memoryLog, temporaryFolder } from './desktopApp.ts';
import { fakeElectron } from './fakeElectron.ts';

describe('answers given in notifications', () => {
  interface Stage {
    calls: { path: string; init: RequestInit }[];
    verdicts: [string, Verdict][];
    kept: string[];
    givenBack: string[][];
    now: number;
    person: string | null;
    answer: () => Response | Promise<Response>;
  }
  let stage: Stage;
  let file: string;
  beforeEach(async () => {
    stage = {
      calls: [],
      verdicts: [],
      kept: [],
      givenBack: [],
      now: 1_000_000,
      person: 'grace',
      answer: () => Response.json({}),
    };
    file = path.join(await temporaryFolder(), 'answers.bin');
  });
  const open = (isLocked = () => false) => {
    const { log } = memoryLog();
    const { safeStorage } = fakeElectron({ isLocked }).port;
    const sealed = createSealed(file, { safeStorage, platform: 'linux', log }, joinAnswers);
    return createAnswering({
      sealed,
      log,
      now: () => stage.now,
      person: () => stage.person,
      ask: async (route, init = {}) => {
        stage.calls.push({ path: route, init });
        return stage.answer();
      },
      onVerdict: (id, verdict) => void stage.verdicts.push([id, verdict]),
      onKept: (id) => void stage.kept.push(id),
      giveBack: async (id, typed, person) => void stage.givenBack.push([id, typed, person]),
    });
  };

  const problem = (status: number): Response =>
    new Response('{}', { status, headers: { 'content-type': 'application/problem+json; charset=utf-8' } });

  it('are sent once they can no longer be undone', async () => {
    const answering = await open();
    await answering.own()!.give('r1', 'approved');
    await answering.send();
    expect(stage.calls).to.have.length(0);
    expect(await answering.own()!.takeBack('r1')).to.equal(true);
    await answering.own()!.give('r1', 'rejected');
    stage.now += UNDO_MS;
    expect(await answering.own()!.takeBack('r1')).to.equal(false);
    await Promise.all([answering.send(), answering.send()]);
    expect(stage.calls.map(({ path: route, init }) => [route, init.body])).to.deep.equal([
      ['/user/notifications/r1/respond', '"rejected"'],
    ]);
    expect(stage.verdicts).to.deep.equal([['r1', 'recorded']]);
    await answering.send();
    expect(stage.calls).to.have.length(1);
  });

  it('cannot be taken back while they are on their way, even before they were due', async () => {
    const answering = await open();
    await answering.own()!.give('r1', 'approved');
    let arrive!: (response: Response) => void;
    stage.answer = () => new Promise((resolve) => void (arrive = resolve));
    const leaving = answering.flush();
    await until(() => stage.calls.length === 1);
    expect(await answering.own()!.takeBack('r1')).to.equal(false);
    arrive(Response.json({}));
    await leaving;
    expect(stage.verdicts).to.deep.equal([['r1', 'recorded']]);
  });

  it('cannot be taken back once the server may have recorded them without our hearing of it', async () => {
    const answering = await open();
    await answering.own()!.give('r1', 'approved');
    stage.answer = () => Response.error();
    await answering.flush();
    expect(await answering.own()!.takeBack('r1')).to.equal(false);
    expect(stage.kept).to.deep.equal(['r1']);
  });

  it('wait for a server that cannot be reached, even over a restart, and keep their key', async () => {
    const answering = await open();
    await answering.own()!.give('r1', 'approved');
    stage.now += UNDO_MS;
    const refusals = [
      () => Response.error(),
      () => Promise.reject(new Error('cut')),
      () => new Response('', { status: 503 }),
      () => new Response('', { status: 401 }),
    ];
    for (stage.answer of refusals) await answering.send();
    expect(stage.kept).to.deep.equal(['r1', 'r1', 'r1', 'r1']);
    const restarted = await open();
    stage.answer = () => Response.json({});
    await restarted.send();
    const keys = stage.calls.map(({ init }) => new Headers(init.headers).get('idempotency-key'));
    expect(new Set(keys).size).to.equal(1);
    expect(stage.verdicts).to.deep.equal([['r1', 'recorded']]);
  });

  it('wait if something on the way replies in place of the server', async () => {
    const answering = await open();
    await answering.own()!.give('r1', 'approved');
    const strangers: [number, string][] = [
      [200, '<h1>Sign in to this network</h1>'],
      [200, ''],
      [200, '"ok"'],
      [404, 'default backend - 404'],
      [404, '{"message":"no route matched"}'],
      [407, ''],
      [511, '<h1>Sign in to this network</h1>'],
    ];
    for (const [status, text] of strangers) {
      stage.answer = () => new Response(text, { status, headers: { 'content-type': 'text/html' } });
      await answering.flush();
    }
    expect(stage.verdicts).to.deep.equal([]);
    expect(stage.kept).to.have.length(strangers.length);
    stage.answer = () => Response.json({ status: 'completed' });
    await answering.flush();
    expect(stage.verdicts).to.deep.equal([['r1', 'recorded']]);
  });

  it('are refused by a firewall that dislikes what they say, and given back', async () => {
    const answering = await open();
    stage.answer = () => new Response('<h1>Forbidden</h1>', { status: 403 });
    await answering.own()!.give('r1', 'my words', true);
    await answering.flush();
    expect(stage.verdicts).to.deep.equal([['r1', 'refused']]);
    expect(stage.givenBack).to.deep.equal([['r1', 'my words', 'grace']]);
  });

  it('wait for a keyring that is locked when the app starts, also beside later ones', async () => {
    let isLocked = false;
    await (await open()).own()!.give('r1', 'approved');
    isLocked = true;
    const answering = await open(() => isLocked);
    await answering.own()!.give('r2', 'rejected');
    await answering.flush();
    expect(stage.verdicts).to.deep.equal([['r2', 'recorded']]);
    isLocked = false;
    await answering.own()!.give('r3', 'approved');
    await (await open()).flush();
    expect(stage.verdicts).to.deep.equal([
      ['r2', 'recorded'],
      ['r1', 'recorded'],
      ['r3', 'recorded'],
    ]);
  });

  it('are on disk when the app ends, although it was full when they were given', async () => {
    const folder = path.join(await temporaryFolder(), 'not there yet');
    file = path.join(folder, 'answers.bin');
    const answering = await open();
    await answering.own()!.give('r1', 'approved');
    stage.answer = () => Response.error();
    await mkdir(folder);
    await answering.flush();
    answering.close();
    stage.answer = () => Response.json({});
    await (await open()).flush();
    expect(stage.verdicts).to.deep.equal([['r1', 'recorded']]);
  });

  it('wait for a file that another program locks when the app starts', async () => {
    await (await open()).own()!.give('r1', 'approved');
    await rename(file, `${file}.away`);
    await mkdir(file); // a file that is there and cannot be read
    const answering = await open();
    await answering.own()!.give('r2', 'rejected');
    await rmdir(file);
    await rename(`${file}.away`, file);
    await answering.flush();
    await (await open()).flush();
    expect(stage.verdicts).to.deep.equal([
      ['r2', 'recorded'],
      ['r1', 'recorded'],
    ]);
  });

  it('report their result', async () => {
    const answering = await open();
    for (const [status, verdict] of [
      [409, 'decided'],
      [410, 'decided'],
      [403, 'refused'],
      [422, 'refused'],
    ] as const) {
      stage.answer = () => problem(status);
      await answering.own()!.give(`r${status}`, 'x');
      await answering.flush();
      expect(stage.verdicts.pop()).to.deep.equal([`r${status}`, verdict]);
    }
  });

  it('are given back if they were typed and not recorded, but not otherwise', async () => {
    const answering = await open();
    for (const [id, status, isTyped] of [
      ['r1', 422, true],
      ['r2', 409, true],
      ['r3', 200, true],
      ['r4', 409, false],
    ] as const) {
      stage.answer = () => problem(status);
      await answering.own()!.give(id, `words ${id}`, isTyped);
      await answering.flush();
    }
    expect(stage.givenBack).to.deep.equal([
      ['r1', 'words r1', 'grace'],
      ['r2', 'words r2', 'grace'],
    ]);
  });

  it('are sent only as the person who gave them', async () => {
    await (await open()).own()!.give('r1', 'approved');
    stage.now += UNDO_MS;
    for (stage.person of [null, 'ada']) {
      const restarted = await open();
      await restarted.send();
      await restarted.flush();
    }
    expect(stage.calls).to.deep.equal([]);
    stage.person = 'grace';
    await (await open()).send();
    expect(stage.verdicts).to.deep.equal([['r1', 'recorded']]);
  });

  it('are accepted only from the person to whom the notification was shown', async () => {
    const answering = await open();
    const graces = answering.own()!;
    for (stage.person of [null, 'ada']) {
      expect(await graces.give('r1', 'approved')).to.equal(false);
      expect(answering.isGiven('r1')).to.equal(false);
    }
    expect(await answering.own()!.give('r1', 'rejected'), 'Ada was asked, too').to.equal(true);
    stage.person = null;
    expect(answering.own()).to.equal(null);
    stage.person = 'grace';
    expect(await graces.give('r1', 'approved')).to.equal(true);
    stage.person = 'ada';
    expect(await graces.takeBack('r1')).to.equal(false);
    await answering.flush();
    expect(stage.calls.map(({ init }) => init.body)).to.deep.equal(['"rejected"']);
    stage.person = 'grace';
    await answering.flush();
    expect(stage.calls.map(({ init }) => init.body)).to.deep.equal(['"rejected"', '"approved"']);
  });

  it('are discarded with a log line if an older version did not store who gave them', async () => {
    const { log } = memoryLog();
    const old = [{ id: 'r1', value: 'approved', key: 'k', sendAt: 0 }];
    const sealed = createSealed(file, { safeStorage: fakeElectron().port.safeStorage, platform: 'linux', log });
    await sealed.write(JSON.stringify(old));
    stage.person = null;
    const answering = await open();
    await answering.send();
    expect(stage.verdicts, 'nobody is there to be told').to.deep.equal([]);
    stage.person = 'ada';
    await answering.send();
    expect(stage.calls).to.deep.equal([]);
    expect(stage.verdicts).to.deep.equal([['r1', 'nameless']]);
    expect((await open()).isGiven('r1')).to.equal(false);
  });

  it('are neither accepted nor sent once the app has left the server', async () => {
    const answering = await open();
    const graces = answering.own()!;
    await graces.give('r1', 'approved');
    let hear = (_response: Response): void => undefined;
    stage.answer = () => new Promise<Response>((resolve) => (hear = resolve));
    const sending = answering.flush();
    await Promise.resolve();
    answering.close();
    hear(Response.json({}));
    await sending;
    await answering.flush();
    expect(await graces.give('r2', 'approved')).to.equal(false);
    expect(stage.verdicts, 'it is said when it was sent once more').to.deep.equal([]);
    stage.answer = () => Response.json({});
    await (await open()).flush();
    expect(stage.verdicts).to.deep.equal([['r1', 'recorded']]);
  });

  it('are not delayed by a clock that is set back', async () => {
    const answering = await open();
    await answering.own()!.give('r1', 'approved');
    stage.now -= 3_600_000;
    await answering.send();
    expect(stage.verdicts).to.deep.equal([['r1', 'recorded']]);
  });
});

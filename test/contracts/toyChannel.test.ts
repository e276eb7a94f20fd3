import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { RequestView } from '../../contract/requests.ts';
import { startProduct, type TestProductOptions } from '../support/product.ts';
import { NAMES } from '../bot/teams/teamsStage.ts';
import { useStage } from '../scenarios/support.ts';
import { createErrands } from '../support/errands.ts';
import { actionSuite, errandsOn } from './actionSuite.ts';
import { channelSuite } from './channelSuite.ts';
import type { SuiteStage } from './driver.ts';
import { webDriver } from './drivers/web.ts';
import { settling } from './everything.ts';
import { emptyShelf, toyKind } from './toy/toyChannel.ts';
import { PASSWORD, toyDriver } from './toy/toyDriver.ts';

const GRACE = { users: [NAMES.grace] };

describe('a fifth channel, made in a test from one folder', function () {
  this.timeout(60_000);
  const shelf = emptyShelf();
  const errands = errandsOn(() => stage);
  const options: TestProductOptions = {
    subjects: errands.subjects,
    bots: [toyKind(shelf)],
    config: { key: 'ab'.repeat(32), smtpUrl: null },
  };
  let folder: string;

  before('an administrator switches it on', async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-toy-'));
    options.databaseUrl = `sqlite:${path.join(folder, 'toy.db')}`;
    const product = await startProduct({ ...options, withLoops: false });
    const { settings, live, channels } = product.product.services;
    const save = (toy: unknown) => settings.set('notificationProviders', { toy }, 'ada');
    expect(channels.has('toy'), 'nothing says that it is wanted').to.equal(false);
    const refused = await save({ enabled: true, password: 'x' }).catch((error: unknown) => error);
    expect(refused)
      .to.have.nested.property('extra.checks')
      .that.deep.equals({
        'notificationProviders.toy.password': { id: 'atLeastCharacters', values: { count: 4 } },
      });
    await save({ enabled: true, password: PASSWORD });
    await live.refresh();
    expect(channels.has('toy')).to.equal(true);
    await createErrands(product.product.services.ground.database.writer);
    await product.close();
    shelf.madeWith.splice(0);
  });
  const stage = useStage(options) as SuiteStage;
  before(() => errands.meet());
  after(() => rm(folder, { recursive: true, force: true }));

  Object.assign(stage, {
    idOf: (key: string) => stage.product.sandbox.tenant.people.find((person) => person.key === key)!.id,
    settle: settling(stage),
  });
  stage.drivers = [webDriver(stage), toyDriver(stage, shelf)];

  it('is created with its own settings, which are stored sealed', async () => {
    expect(shelf.madeWith).to.deep.equal([{ enabled: true, password: PASSWORD }]);
    const described = await stage.services.settings.describe();
    expect(described.find(({ name }) => name === 'notificationProviders')).to.include({ isSecret: true, isSet: true });
    expect(JSON.stringify([described, await stage.services.ground.reader('settings')])).to.not.include(PASSWORD);
  });

  it('is used by default like every other, and by its name', async () => {
    for (const more of [{}, { channels: ['toy'] }, { channels: ['email'], fallback: ['toy'] }]) {
      const request = await stage.ask({ inputType: 'approval', prompt: 'Which?', assignees: GRACE, ...more });
      await stage.settle();
      const { body } = await stage.ada.call<RequestView>('GET', `/requests/${request}`);
      const sent = body.deliveries.filter(({ state }) => state === 'sent').map(({ channel }) => channel);
      expect(sent, JSON.stringify(more)).to.include('toy');
    }
  });

  const driver = stage.drivers.find(({ channel }) => channel === 'toy')!;
  describe('keeps the promises of every channel', () => channelSuite(stage, driver));
  describe('an action of a notice', () => actionSuite(stage, driver));
});

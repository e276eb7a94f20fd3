import { expect } from 'chai';
import type { Person } from '../../contract/people.ts';
import type { Db } from '../../server/foundation/database/statements.ts';
import { insertOrders } from '../../server/messages/deliveries/deliveryStore.ts';
import { NAMES } from '../bot/teams/teamsStage.ts';
import { errandKind, insertErrand } from '../support/errands.ts';
import type { Driver, SuiteStage } from './driver.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** Errands of Grace and Alan, for a stage's product. */
export const errandsOn = (stageOf: () => SuiteStage) => {
  let people: Person[] = [];
  return {
    subjects: (reader: Db) => [errandKind(reader, () => people)],
    async meet() {
      const { directory } = stageOf().services.people;
      const found = await Promise.all([NAMES.grace, NAMES.alan].map((name) => directory.personByAddress(name)));
      people = found.map((person) => person!).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
  };
};

/** The results of a notice's actions (behaviour 4.1): the same on all channels, whatever they look like. */
export function actionSuite(stage: SuiteStage, { channel, noticeOf, unusable }: Driver): void {
  const db = () => stage.services.ground.database.writer;
  let count = 0;

  /** Sends an errand on this channel only. */
  async function send(): Promise<string> {
    const id = `${channel}-${++count}`;
    await insertErrand(db(), id, stage.now() + WEEK_MS);
    await insertOrders(db(), [{ kind: 'errand', subjectId: id, channel, dueAt: stage.now() }]);
    await stage.settle();
    return id;
  }
  const stands = (id: string) => db()('errands').where({ id }).first('step', 'version');
  const goesOn = (id: string, step: string) => db()('errands').where({ id }).update({ step, version: 2 });

  it('says what it is about, with a button for each action', async () => {
    const id = await send();
    const text = await (await noticeOf!('grace', `Errand ${id}`)).text();
    for (const words of ['It waits for you.', 'Start it', 'Not me']) expect(text).to.include(words);
  });

  it('is performed once, and then shows the next actions, until there are none', async () => {
    const id = await send();
    const [copy, other] = [await noticeOf!('grace', `Errand ${id}`), await noticeOf!('alan', `Errand ${id}`)];
    const told = await copy.press('Start it');
    expect(told).to.include('It is under way.').and.to.include('It is done').and.not.include('Start it');
    expect(await stands(id)).to.deep.include({ step: 'started', version: 2 });
    await stage.settle();
    expect(await other.text(), 'the copy of somebody else')
      .to.include('It is done')
      .and.not.include('Start it');
    expect(await copy.press('It is done'))
      .to.include('It was done.')
      .and.not.include('It is done');
    await stage.settle();
    expect(await other.text())
      .to.include('It was done.')
      .and.not.include('It is done');
    expect(await stands(id)).to.deep.include({ step: 'finished', version: 3 });
  });

  it('changes nothing if it is no longer offered, and says so', async () => {
    const id = await send();
    const copy = await noticeOf!('grace', `Errand ${id}`);
    await goesOn(id, 'declined');
    expect(await copy.press('Start it')).to.match(NOT_OFFERED);
    await stage.settle();
    expect(await stands(id)).to.deep.include({ step: 'declined', version: 2 });
    expect(await copy.text())
      .to.include('It was declined.')
      .and.not.include('Start it');
  });

  it('is performed by one of several people at once, or by one of two presses', async () => {
    const id = await send();
    const [copy, other] = [await noticeOf!('grace', `Errand ${id}`), await noticeOf!('alan', `Errand ${id}`)];
    await Promise.all([copy.press('Start it'), other.press('Not me'), copy.press('Start it')]);
    expect(await stands(id)).to.include({ version: 2 });
  });

  it('is not performed by somebody else', async () => {
    const id = await send();
    const copy = await noticeOf!('grace', `Errand ${id}`);
    expect(await copy.tryAs('tim', 'Start it')).to.match(/was not sent to you|"not_assignee"|cannot be used/);
    expect(await stands(id)).to.include({ step: 'new' });
    await copy.press('Start it');
    expect(await stands(id), 'whom it is for still can').to.include({ step: 'started' });
  });

  it('is not performed if its subject is gone, or its token', async () => {
    const [gone, lost] = [await send(), await send()];
    const [ofGone, ofLost] = [await noticeOf!('grace', `Errand ${gone}`), await noticeOf!('grace', `Errand ${lost}`)];
    await db()('errands').where({ id: gone }).delete();
    await db()('tokens').where({ request_id: lost }).delete();
    expect(await ofGone.press('Start it')).to.match(/does not exist any more|"not_found"|cannot be used/);
    expect(await ofLost.press('Start it')).to.match(channel === 'email' ? new RegExp(unusable()) : NOT_OFFERED);
    expect(await stands(lost)).to.include({ step: 'new' });
  });

  it('says that it failed, and can be repeated', async () => {
    const id = await send();
    const copy = await noticeOf!('grace', `Errand ${id}`);
    expect(await copy.press('Break it')).to.match(/could not be done just now|went wrong|"internal"/);
    await copy.press('Start it');
    expect(await stands(id)).to.include({ step: 'started' });
  });
}

const NOT_OFFERED = /is not offered any more|"not_offered"/;

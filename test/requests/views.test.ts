import { expect } from 'chai';
import { MOST_VIEWS, type InboxView } from '../../contract/views.ts';
import { expectProblem, useStage } from '../scenarios/support.ts';

describe('saved views of an inbox', () => {
  const stage = useStage();
  const VIEW = {
    name: 'Expenses',
    filter: { flow: 'expense', due: 'today' },
    status: 'pending',
    sort: 'flow',
    group: 'equal',
  };
  const list = async (who = stage.ada) => (await who.call<InboxView[]>('GET', '/user/views')).body;
  const save = (body: unknown, who = stage.ada) => who.call<InboxView>('POST', '/user/views', body);

  it("are saved for their owner, changed and deleted, and are nobody else's", async () => {
    const made = await save(VIEW);
    expect(made.status).to.equal(201);
    const { id } = made.body;
    expect(await list()).to.deep.equal([{ ...VIEW, id }]);
    expect(await list(stage.grace)).to.deep.equal([]);
    for (const method of ['PUT', 'DELETE'] as const)
      expectProblem(
        await stage.grace.call(method, `/user/views/${id}`, method === 'PUT' ? VIEW : undefined),
        404,
        'not_found',
      );
    expect((await stage.ada.call('PUT', `/user/views/${id}`, { name: 'All', filter: {} })).status).to.equal(200);
    expect(await list()).to.deep.equal([
      { id, name: 'All', filter: {}, status: 'pending', sort: 'due', group: 'none' },
    ]);
    expect((await stage.ada.call('DELETE', `/user/views/${id}`)).status).to.equal(204);
    expect(await list()).to.deep.equal([]);
  });

  it('have unique names, and known filters', async () => {
    const first = (await save(VIEW)).body.id;
    const second = (await save({ ...VIEW, name: 'Other' })).body.id;
    const taken = await save({ ...VIEW, name: ' EXPENSES ' });
    expectProblem(taken, 422, 'validation_failed');
    expect((taken.body as unknown as { fields: object }).fields).to.have.all.keys('name');
    expectProblem(await stage.ada.call('PUT', `/user/views/${second}`, VIEW), 422, 'validation_failed');
    const unknown = await save({ name: 'New', filter: { flow: 'a', colour: 'red' } });
    expectProblem(unknown, 422, 'validation_failed');
    expect(Object.keys((unknown.body as unknown as { fields: object }).fields).join()).to.include('filter');
    for (const body of [
      { ...VIEW, name: '' },
      { ...VIEW, name: '\u200b' },
      { ...VIEW, name: 'x'.repeat(61) },
      { ...VIEW, sort: 'colour' },
      {},
    ])
      expectProblem(await save(body), 422, 'validation_failed');
    await stage.ada.call('DELETE', `/user/views/${first}`);
    await stage.ada.call('DELETE', `/user/views/${second}`);
  });

  it('are twenty at most, and a name is used once, even at the same moment', async () => {
    const same = await Promise.all(Array.from({ length: 5 }, () => save(VIEW, stage.alan)));
    expect(same.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422, 422]);
    for (let n = 1; n < MOST_VIEWS; n++)
      expect((await save({ ...VIEW, name: `${n}` }, stage.alan)).status).to.equal(201);
    expectProblem(await save({ ...VIEW, name: 'more' }, stage.alan), 422, 'validation_failed');
    expect(await list(stage.alan)).to.have.length(MOST_VIEWS);
  });

  it('from a newer server are returned unchanged', async () => {
    const me = (await stage.tim.call<{ id: string }>('GET', '/me')).body.id;
    const body = JSON.stringify({
      filter: { colour: 'red' },
      status: 'pending',
      sort: 'colour',
      group: 'none',
      size: 3,
    });
    await stage.services.ground.units.run(({ trx }) =>
      trx('inbox_views').insert({
        id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
        person: me,
        name: 'New',
        seen_as: 'new',
        body,
        created_at: 1,
      }),
    );
    expect(await list(stage.tim)).to.deep.equal([
      { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'New', ...(JSON.parse(body) as object) },
    ]);
  });
});

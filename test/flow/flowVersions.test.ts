import { expect } from 'chai';
import fc from 'fast-check';
import type { FlowDefinition, FlowVersion, SavedFlow } from '../../contract/flows.ts';
import { expectProblem, publish, useStage } from '../scenarios/support.ts';
import type { Client } from '../support/product.ts';

const definition = (id: string, name = 'First'): FlowDefinition => ({
  id,
  name,
  nodes: [
    { id: 'start', type: 'start', config: {} },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [{ from: 'start', to: 'end' }],
});

describe('Versions of a flow', () => {
  const stage = useStage();
  let flows = 0;
  let id: string;
  let other: Client;
  before(async () => {
    other = await stage.product.as('ada@sandbox.test');
  });
  beforeEach(async () => {
    id = await publish(stage.ada, definition(`versioned-${++flows}`));
  });

  const change = (author: Client, name: string, version?: number) =>
    author.call<SavedFlow>('PUT', `/flows/${id}`, { ...definition(id, name), ...(version && { version }) });
  const newest = async () => (await stage.ada.call<SavedFlow>('GET', `/flows/${id}`)).body;
  const versions = async () =>
    (await stage.ada.call<{ items: FlowVersion[] }>('GET', `/flows/${id}/versions`)).body.items;

  it('are not saved with unknown icons; older versions with such icons still open and start', async () => {
    const withIcon = (icon: string) => {
      const options = [
        { value: 'sea', icon: 'globe' },
        { label: 'Far', options: [{ value: 'land', icon }] },
      ];
      const start = { id: 'start', type: 'start', config: { variables: [{ name: 'by', type: 'select', options }] } };
      const assignees = { users: ['grace@sandbox.test'] };
      const config = { inputType: 'choice', prompt: 'How?', assignees, options: [{ value: 'x', icon }] };
      const { nodes } = definition(id);
      const edges = [
        { from: 'start', to: 'ask' },
        { from: 'ask', to: 'end' },
      ];
      return { ...definition(id), nodes: [start, { id: 'ask', type: 'human', config }, nodes[1]!], edges };
    };
    const refused = await stage.ada.call('PUT', `/flows/${id}`, withIcon('unicorn'));
    const words = 'There is no icon “unicorn”. Take one from the list for authors, or use an emoji.';
    expect(expectProblem(refused, 422, 'validation_failed').fields).to.deep.equal({
      'nodes.start.config.variables.0.options.1.options.0.icon': words,
      'nodes.ask.config.options.0.icon': words,
    });
    for (const icon of ['truck', '🐪'])
      expect((await stage.ada.call('PUT', `/flows/${id}`, withIcon(icon))).status, icon).to.equal(200);

    await stage.services.ground.units.run(({ trx }) =>
      trx('flow_versions')
        .where({ flow_id: id, version: 3 })
        .update({ definition: JSON.stringify(withIcon('unicorn')) }),
    );
    const fresh = await stage.ada.call('GET', `/flows/${id}`);
    expect(fresh.status).to.equal(200);
    const started = await stage.ada.call('POST', `/flows/${id}/executions`, { variables: { by: 'land' } });
    expect(started.status).to.be.within(200, 202);
  });

  it('name who saved them', async () => {
    expect((await change(stage.ada, 'Second', 1)).body).to.deep.include({ version: 2, name: 'Second' });
    const [second, first] = await versions();
    expect(second).to.deep.include({ version: 2 });
    expect([second!.createdBy!.displayName, first!.createdBy!.displayName]).to.deep.equal([
      'Ada Lovelace',
      'Ada Lovelace',
    ]);
    expect((await newest()).updatedBy).to.include({ displayName: 'Ada Lovelace', email: 'ada@sandbox.test' });
  });

  it('are listed as they were saved, even by a server that stored no names', async () => {
    await stage.services.ground.units.run(({ trx }) =>
      trx('flow_versions').where({ flow_id: id }).update({ creator: null }),
    );
    expect((await versions())[0]!.createdBy).to.equal(null);
    expect((await newest()).updatedBy).to.equal(null);
  });

  it('are not saved on top of an outdated one', async () => {
    await change(other, 'Theirs', 1);
    const { detail } = expectProblem(await change(stage.ada, 'Mine', 1), 409, 'invalid_transition');
    expect(detail).to.equal('The newest version of this flow is 2; the change was made on version 1.');
    expect(await newest()).to.include({ version: 2, name: 'Theirs' });
    expect((await change(stage.ada, 'Mine over theirs', 2)).body).to.include({ version: 3 });
  });

  it('are saved from what a program has read and changed, on top of the version that it has read', async () => {
    const read = await newest();
    const saved = await stage.ada.call<SavedFlow>('PUT', `/flows/${id}`, { ...read, name: 'Second' });
    expect([saved.status, saved.body.version, saved.body.name]).to.deep.equal([200, 2, 'Second']);
    const row = await stage.services.ground
      .reader('flow_versions')
      .where({ flow_id: id, version: 2 })
      .first('definition');
    expect(JSON.parse(row.definition)).to.deep.equal(definition(id, 'Second'));
    expectProblem(await stage.ada.call('PUT', `/flows/${id}`, read), 409, 'invalid_transition');
  });

  it('are saved on top of the newest if no base is given', async () => {
    await change(other, 'Theirs', 1);
    expect((await change(stage.ada, 'Mine')).body).to.include({ version: 3, name: 'Mine' });
  });

  it('are refused with a message if the version is invalid, or the flow is unknown', async () => {
    for (const version of [0, -1, 1.5, '1', null, 2 ** 31, Number.MAX_SAFE_INTEGER])
      expectProblem(
        await stage.ada.call('PUT', `/flows/${id}`, { ...definition(id), version }),
        422,
        'validation_failed',
      );
    const unknown = { ...definition('nowhere'), version: 1 };
    expectProblem(await stage.ada.call('PUT', '/flows/nowhere', unknown), 404, 'not_found');
    expectProblem(await change(stage.ada, 'Ahead', 9), 409, 'invalid_transition');
    expect(await versions()).to.have.length(1);
  });

  it('are won by exactly one of those who save at the same moment', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 6 }), async (rivals) => {
        const { version } = await newest();
        const answers = await Promise.all(
          Array.from({ length: rivals }, (_, n) => change(n % 2 ? other : stage.ada, `Rival ${n}`, version)),
        );
        const won = answers.filter(({ status }) => status === 200);
        expect(won).to.have.length(1);
        expect(await newest()).to.deep.include({ version: version + 1, name: won[0]!.body.name });
        expect(answers.filter(({ status }) => status === 409)).to.have.length(rivals - 1);
      }),
      { numRuns: 5 },
    ));
});

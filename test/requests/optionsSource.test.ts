import { expect } from 'chai';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PromptTemplate } from '../../contract/requests.ts';
import type { Option, VariableSpec } from '../../contract/variables.ts';
import { answered, expectProblem, notificationOf, respond, useStage } from '../scenarios/support.ts';

/** A list of options on another server, like an author's own service. */
async function startOptions() {
  const state = {
    items: [
      { code: 'a', name: 'Alpha' },
      { code: 'b', name: 'Beta' },
    ] as unknown,
    status: 200,
    asked: 0,
  };
  const server = http.createServer((_request, response) => {
    state.asked++;
    response.writeHead(state.status, { 'content-type': 'application/json' });
    response.end(typeof state.items === 'string' ? state.items : JSON.stringify(state.items));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { state, host, close: () => server.close() };
}

describe('options from another server (behaviour 2.5)', () => {
  let source: Awaited<ReturnType<typeof startOptions>>;
  const config: { allowedPrivateHosts: string[] } = { allowedPrivateHosts: [] };
  before(async () => {
    source = await startOptions();
    config.allowedPrivateHosts.push(source.host);
  });
  after(() => source.close());
  const stage = useStage({ config });

  const TWO = { users: ['grace@sandbox.test', 'barbara@sandbox.test'] };
  const templateOf = async (request: string) =>
    (await notificationOf(stage.product, stage.grace, request)).promptTemplateId;
  const open = (id: string) => stage.grace.call<PromptTemplate>('GET', `/prompts/${id}`);

  const dynamic = (more: object = {}, options?: VariableSpec['options']) =>
    stage.ask({
      inputType: 'form',
      prompt: 'Which?',
      assignees: TWO,
      variables: [
        {
          name: 'item',
          type: 'select',
          required: true,
          options,
          optionsSource: { url: `http://${source.host}/items`, valuePath: 'code', labelPath: 'name', ...more },
        },
      ],
    });
  const options = async (request: string) =>
    stage.grace.call<{ items: Option[] }>('GET', `/prompts/${await templateOf(request)}/options/item`);

  it('load them when the form is opened, and accept only what was offered', async () => {
    const request = await dynamic();
    expect((await options(request)).body.items).to.deep.equal([
      { value: 'a', label: 'Alpha' },
      { value: 'b', label: 'Beta' },
    ]);
    source.state.items = [{ code: 'c', name: 'Gamma' }];
    const { fields } = expectProblem(
      await respond(stage.grace, request, { values: { item: 'z' } }),
      422,
      'validation_failed',
    );
    expect(fields).to.have.keys('item');
    await answered(stage.grace, request, { values: { item: 'a' } });
  });

  it('do not tell where they come from', async () => {
    const { body } = await open(await templateOf(await dynamic()));
    expect(body.variableSpecs).to.deep.equal([{ name: 'item', type: 'select', required: true, optionsSource: {} }]);
  });

  it('accept a typed value, if the source has it', async () => {
    const request = await dynamic();
    await answered(stage.grace, request, { values: { item: 'c' } });
    expect((await stage.result(request))['values']).to.deep.equal({ item: 'c' });
  });

  it('accept a typed label, if only one option has it', async () => {
    source.state.items = [
      { code: 'c', name: 'Gamma' },
      { code: 'd', name: 'Delta' },
      { code: 'e', name: 'Delta' },
    ];
    const request = await dynamic();
    const { fields } = expectProblem(
      await respond(stage.grace, request, { values: { item: 'Delta' } }),
      422,
      'validation_failed',
    );
    expect(fields, 'two are called so').to.have.keys('item');
    await answered(stage.grace, request, { values: { item: ' gamma ' } });
    expect((await stage.result(request))['values']).to.deep.equal({ item: 'c' });
  });

  it('are not needed for an option that the author wrote', async () => {
    const request = await dynamic({}, [{ value: 'none' }, { label: 'Old', options: [{ value: 'x' }] }]);
    source.state.status = 500;
    await answered(stage.grace, request, { values: { item: 'x' } });
    expect((await stage.result(request))['values']).to.deep.equal({ item: 'x' });
    source.state.status = 200;
  });

  it('say that they cannot be loaded: 503, and nothing is stored', async () => {
    const request = await dynamic();
    const broken: [number, unknown][] = [
      [500, []],
      [200, 'not JSON'],
      [302, []],
      [200, { error: 'try again' }],
      [200, null],
      [200, [null, 7, {}, { code: '' }, { code: '\0' }, { code: 'x'.repeat(501) }]],
    ];
    for (const [status, items] of broken) {
      Object.assign(source.state, { status, items });
      const refused = await options(request);
      expectProblem(refused, 503, 'unavailable');
      expect(refused.headers.get('retry-after')).to.match(/^\d+$/);
      expectProblem(await respond(stage.grace, request, { values: { item: 'c' } }), 503, 'unavailable');
    }
    Object.assign(source.state, { status: 200, items: [{ code: 'c', name: 'Gamma' }] });
    await answered(stage.grace, request, { values: { item: 'c' } });
  });

  it('keep the usable part of a list: each value once, without labels that cannot be shown', async () => {
    const request = await dynamic();
    source.state.items = [
      { code: 7, name: 'Seven' },
      { code: 'c', name: '' },
      { name: 'Nobody' },
      { code: 'c', name: 'Again' },
      { code: 'd', name: 'x'.repeat(501) },
    ];
    expect((await options(request)).body.items).to.deep.equal([
      { value: '7', label: 'Seven' },
      { value: 'c' },
      { value: 'd' },
    ]);
    source.state.items = [];
    expect((await options(request)).body.items).to.deep.equal([]);
  });

  it('load a list of ten thousand, and leave out what is beyond that', async () => {
    const request = await dynamic({ valuePath: 'code.id' });
    source.state.items = Array.from({ length: 10_050 }, (_, n) => ({ code: { id: n }, name: `Number ${n}` }));
    const { status, body } = await options(request);
    expect([status, body.items?.length, body.items?.at(-1)]).to.deep.equal([
      200,
      10_000,
      { value: '9999', label: 'Number 9999' },
    ]);
    await answered(stage.grace, request, { values: { item: '9999' } });
  });

  it('never load them from an internal address', async () => {
    const request = await dynamic({ url: 'https://localhost:1/items' });
    expectProblem(await options(request), 503, 'unavailable');
  });

  it('offer them for the variable that has a source', async () => {
    const id = await templateOf(await dynamic());
    for (const name of ['other', '__proto__', 'x'.repeat(65)])
      expectProblem(await stage.grace.call('GET', `/prompts/${id}/options/${name}`), 404, 'not_found');
  });
});

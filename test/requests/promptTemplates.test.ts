import { expect } from 'chai';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { PromptTemplate } from '../../contract/requests.ts';
import type { Option, VariableSpec } from '../../contract/variables.ts';
import type { Client } from '../support/product.ts';
import { answered, expectProblem, HOUR_MS, notificationOf, respond, useStage } from '../scenarios/support.ts';

const ADA = '10000000-0000-4000-8000-000000000001';

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

describe('prompt templates (behaviour 2.5, 4)', () => {
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
  const open = (person: Client, id: string) => person.call<PromptTemplate>('GET', `/prompts/${id}`);

  const SPECS: [string, object, object[]][] = [
    ['text', {}, [{ name: 'value', type: 'textarea', label: 'Your answer', required: true }]],
    [
      'approval',
      {},
      [
        {
          name: 'value',
          type: 'select',
          label: 'Your answer',
          required: true,
          variant: 'buttons',
          autoSubmitOnSelect: true,
          options: [
            { value: 'approved', label: 'Approve' },
            { value: 'rejected', label: 'Reject' },
          ],
        },
      ],
    ],
    [
      'choice',
      { options: ['a', { value: 'b', label: 'Bee', description: 'With wings', icon: '🐝', disabled: true }] },
      [
        {
          name: 'value',
          type: 'select',
          label: 'Your answer',
          required: true,
          variant: 'buttons',
          autoSubmitOnSelect: true,
          options: [
            { value: 'a' },
            { value: 'b', label: 'Bee', description: 'With wings', icon: '🐝', disabled: true },
          ],
        },
      ],
    ],
  ];
  for (const [inputType, more, variableSpecs] of SPECS)
    it(`are made for ${inputType}`, async () => {
      const request = await stage.ask({ inputType, prompt: 'So?', assignees: TWO, timeout: 'PT2H', ...more });
      const id = await templateOf(request);
      const { status, body } = await open(stage.grace, id);
      expect(status).to.equal(200);
      expect(PromptTemplate.strict().safeParse(body).error).to.equal(undefined);
      expect(body).to.deep.equal({
        id,
        requestId: request,
        prompt: 'So?',
        inputType,
        variableSpecs,
        ...(inputType !== 'text' && { comment: { required: false } }),
        expiresAt: new Date(stage.now() + 2 * HOUR_MS).toISOString(),
      });
    });

  it('let few options be answered with one press, unless the author wants two steps', async () => {
    const shownOf = async (more: object) => {
      const request = await stage.ask({ prompt: 'So?', assignees: TWO, ...more });
      const { variableSpecs } = (await open(stage.grace, await templateOf(request))).body;
      const [{ variant, autoSubmitOnSelect } = { variant: undefined }] = variableSpecs;
      return [variant, autoSubmitOnSelect];
    };
    const options = (count: number) => [
      { label: 'All', options: [...'abcdef'.slice(0, count)].map((value) => ({ value })) },
    ];
    expect(await shownOf({ inputType: 'approval', autoSubmitOnSelect: false })).to.deep.equal(['buttons', false]);
    expect(await shownOf({ inputType: 'choice', options: options(5) })).to.deep.equal(['buttons', true]);
    expect(await shownOf({ inputType: 'choice', options: options(6) })).to.deep.equal(['dropdown', undefined]);
  });

  it('contain a form as its author wrote it, without hidden values', async () => {
    const variables = [
      { name: 'secretPlan', type: 'hidden', value: 'for {{ $now() ? "nobody" : "" }}' },
      {
        name: 'size',
        type: 'select',
        variant: 'buttons',
        autoSubmitOnSelect: true,
        options: [{ label: 'Sizes', options: [{ value: 's' }] }],
      },
      { name: 'code', type: 'text', validation: { regex: '[A-Z]+', min: 2, message: 'Capitals.' } },
    ];
    const request = await stage.ask({ inputType: 'form', prompt: 'Form?', assignees: TWO, variables });
    const { variableSpecs } = (await open(stage.grace, await templateOf(request))).body;
    expect(variableSpecs).to.deep.equal([{ name: 'secretPlan', type: 'hidden' }, ...variables.slice(1)]);
    await answered(stage.grace, request, { values: { size: 's', code: 'AB' } });
    expect((await stage.result(request))['values']).to.deep.equal({ secretPlan: 'for nobody', size: 's', code: 'AB' });
  });

  it('contain only the names of hidden fields, whatever their author wrote there', async () => {
    const hidden = { name: 'plan', type: 'hidden', label: 'Buy them', default: 'now', options: [{ value: 'soon' }] };
    const variables = [hidden, { name: 'code', type: 'text' }];
    const request = await stage.ask({ inputType: 'form', prompt: 'Form?', assignees: TWO, variables });
    const { variableSpecs } = (await open(stage.grace, await templateOf(request))).body;
    expect(variableSpecs).to.deep.equal([{ name: 'plan', type: 'hidden' }, variables[1]]);
  });

  it('are for the people on the access list, and for administrators, which the audit records', async () => {
    const request = await stage.ask({ inputType: 'text', prompt: 'Whose?', assignees: TWO });
    const id = await templateOf(request);
    expect((await open(stage.grace, id)).body).to.not.have.property('users');
    const opened = () => stage.services.ground.reader('audit').where({ action: 'template.opened', subject: id });
    expect(await opened()).to.deep.equal([]);
    expect((await open(stage.ada, id)).body.users).to.have.members([
      'grace@sandbox.test',
      'barbara.liskov@sandbox.test',
    ]);
    const [row, ...more] = await opened();
    expect([row.actor, row.detail, more]).to.deep.equal([ADA, JSON.stringify({ request, verifiedBy: 'session' }), []]);
    expectProblem(await open(stage.tim, id), 403, 'template_access_denied');
    expectProblem(await stage.tim.call('GET', `/prompts/${id}/options/value`), 403, 'template_access_denied');
    const { flowId } = await notificationOf(stage.product, stage.grace, request);
    const owners = ['ada@sandbox.test', 'alan@sandbox.test'].map((email) => ({ kind: 'user', id: email }));
    const access = { owners, readers: [], starters: 'everyone', version: 1 };
    expect((await stage.ada.call('PUT', `/flows/${flowId}/access`, access)).status).to.equal(200);
    expectProblem(await open(stage.alan, id), 403, 'template_access_denied');
    expectProblem(await open(stage.grace, '01ARZ3NDEKTSV4RRFFQ69G5FAV'), 404, 'not_found');
    expectProblem(await open(stage.grace, 'nonsense'), 404, 'not_found');
  });

  it('list everybody, including people without a mailbox in the directory', async () => {
    const hedy = stage.product.sandbox.tenant.people.find(({ key }) => key === 'hedy')!;
    Object.assign(hedy, { mail: null });
    const request = await stage.ask({
      inputType: 'text',
      prompt: 'No mail?',
      assignees: { users: ['grace@sandbox.test', hedy.id] },
    });
    const { users } = (await open(stage.ada, await templateOf(request))).body;
    expect(users).to.have.members(['grace@sandbox.test', hedy.userPrincipalName]);
  });

  it('stay unchanged, whatever becomes of the flow', async () => {
    const request = await stage.ask({ inputType: 'approval', prompt: 'Old?', assignees: TWO });
    const { flowId } = await notificationOf(stage.product, stage.grace, request);
    const flow = (await stage.ada.call('GET', `/flows/${flowId}`)).body as { nodes: { id: string; config: object }[] };
    const { version: _v, updatedAt: _a, updatedBy: _b, ...definition } = flow as Record<string, unknown>;
    const nodes = flow.nodes.map((node) =>
      node.id === 'ask' ? { ...node, config: { ...node.config, prompt: 'New?', inputType: 'text' } } : node,
    );
    expect((await stage.ada.call('PUT', `/flows/${flowId}`, { ...definition, nodes })).status).to.equal(200);
    const { prompt, inputType } = (await open(stage.grace, await templateOf(request))).body;
    expect([prompt, inputType]).to.deep.equal(['Old?', 'approval']);
    expectProblem(await respond(stage.grace, request, 'a text'), 422, 'validation_failed');
  });

  describe('with options from another server', () => {
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
      const { body } = await open(stage.grace, await templateOf(await dynamic()));
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
      const request = await dynamic({ url: 'http://127.0.0.1:1/items' });
      expectProblem(await options(request), 503, 'unavailable');
    });

    it('offer them for the variable that has a source', async () => {
      const id = await templateOf(await dynamic());
      for (const name of ['other', '__proto__', 'x'.repeat(65)])
        expectProblem(await stage.grace.call('GET', `/prompts/${id}/options/${name}`), 404, 'not_found');
    });
  });
});

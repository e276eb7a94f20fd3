import { expect } from 'chai';
import { PromptTemplate } from '../../contract/requests.ts';
import type { Client } from '../support/product.ts';
import { answered, expectProblem, HOUR_MS, notificationOf, respond, useStage } from '../scenarios/support.ts';

const ADA = '10000000-0000-4000-8000-000000000001';

describe('prompt templates (behaviour 2.5, 4)', () => {
  const stage = useStage();

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
});

import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import { checkDefinition } from '../../server/flow/definition.ts';
import { checkNew } from '../../server/flow/definition/checkNew.ts';
import { createHumanNode, type HumanNodeParts } from '../../server/requests/humanNode.ts';
import { flow, NODE_TYPES, refusalOfAddress } from './flows.ts';

const types = new Map([
  ...NODE_TYPES,
  [
    'human',
    createHumanNode({
      channelKinds: () => [],
      refusalOf: refusalOfAddress,
    } as Partial<HumanNodeParts> as HumanNodeParts),
  ],
]);

const ENDS = { go: 'start', done: 'end' };
type Config = FlowDefinition['nodes'][number]['config'];

const between = (type: string, config: Config = {}) => flow({ ...ENDS, x: [type, config] }, ['go > x > done']);
const started = (spec: object) =>
  flow({ go: ['start', { variables: [{ name: 'v', type: 'text', ...spec }] }], done: 'end' }, ['go > done']);
const human = (config: Config) =>
  between('human', { inputType: 'text', prompt: 'Well?', assignees: { users: ['ada'] }, ...config });
const edged = (edges: Parameters<typeof flow>[1], more: Parameters<typeof flow>[0]) =>
  flow({ ...ENDS, ...more }, edges);

/** The faults of a new version that could run. */
function newFaultsOf(definition: FlowDefinition): FieldChecks {
  const checked = checkDefinition(definition, types);
  return checked.ok ? checkNew(checked.flow) : checked.faults;
}

const named = (name: string) => {
  const definition = between('condition');
  return { ...definition, nodes: definition.nodes.map((node) => (node.id === 'x' ? { ...node, name } : node)) };
};

describe('A fault in a new version', () => {
  it('is a name or label that nobody can read', () => {
    const blank = ' \u200b\n';
    const options: Config[string] = [
      { value: blank },
      { label: 'Colours', options: [{ value: 'red', label: blank }] },
      blank,
    ];
    for (const [field, definition] of [
      ['name', { ...between('condition'), name: blank }],
      ['nodes.x.name', named(blank)],
      ['nodes.x.config.options.0.value', human({ inputType: 'choice', options })],
      ['nodes.x.config.options.1.options.0.label', human({ inputType: 'choice', options })],
      ['nodes.x.config.options.2', human({ inputType: 'choice', options })],
      ['nodes.go.config.variables.0.label', started({ label: blank })],
    ] as const)
      expect(newFaultsOf(definition)[field], field).to.deep.equal({ id: 'missing', values: {} });
    const hidden = { name: 'v', type: 'hidden', value: '' };
    expect(newFaultsOf(human({ inputType: 'form', variables: [hidden] }))).to.deep.equal({});
  });

  it('is a default that is no answer, while stored versions with one keep running', () => {
    for (const [given, id] of [
      ['many', 'number'],
      [2 ** 53, 'numberTo'], // was accepted once
    ] as const) {
      const definition = started({ type: 'number', default: given });
      expect(newFaultsOf(definition)).to.have.nested.property('nodes\\.go\\.config\\.variables\\.0\\.default.id', id);
      expect(checkDefinition(definition, types).ok, id).to.equal(true);
    }
  });

  it('is an address that is never called, also if only its path is filled in', () => {
    const fault = { id: 'addressNotCalled', values: {} };
    for (const url of [
      'nonsense',
      'ftp://example.com/',
      'http://example.com/',
      'http://example.com/items/{{ 1 }}',
      'https://example.com@10.0.0.1/?{{ 1 }}',
      'https://me:word@example.com/',
      'https://10.0.0.1/',
    ])
      expect(newFaultsOf(between('http', { url })), url).to.deep.equal({ 'nodes.x.config.url': fault });
    for (const url of [
      'https://example.com',
      '{{ "https://example.com" }}',
      'https://{{ 1 }}.example.com/',
      'http://{{ 1 }}',
    ])
      expect(newFaultsOf(between('http', { url })), url).to.deep.equal({});
  });

  it('is a list of options at an address that is never called', () => {
    const offered = (url: string) =>
      newFaultsOf(human({ inputType: 'form', variables: [{ name: 'v', type: 'select', optionsSource: { url } }] }));
    for (const url of ['http://example.com/items', 'https://me:word@example.com/', 'https://192.168.0.1/'])
      expect(offered(url), url).to.deep.equal({
        'nodes.x.config.variables.0.optionsSource.url': { id: 'addressNotCalled', values: {} },
      });
    expect(offered('https://example.com/items')).to.deep.equal({});
  });

  it('is not a fork whose branches can meet, or can reach an end', () => {
    const forks = { p: 'parallel', q: 'parallel', j: 'join', k: 'join', c: 'condition', d: 'condition' };
    const inner = ['q > c > k', 'q > d > k'];
    for (const edges of [
      ['go > p > q', ...inner, 'k > j', 'p > j > done'],
      ['go > p > q', 'p > k', ['q > c > k', { when: 'true' }] as const, 'q > d > j > done', 'c > done', 'k > done'],
    ])
      expect(newFaultsOf(edged(edges as Parameters<typeof flow>[1], forks)), JSON.stringify(edges)).to.not.include.keys(
        'nodes.p',
      );
    const apart = edged(['go > p > q', ...inner, 'k > j > done', 'p > e > done'], { ...forks, e: 'join' });
    expect(newFaultsOf(apart)).to.deep.equal({
      'nodes.p': { id: 'branchesApart', values: { node: 'p', joins: 'j, e' } },
    });
  });
});

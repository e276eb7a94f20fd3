import { expect } from 'chai';
import fc from 'fast-check';
import { OPERATORS, parseCondition, writeCondition } from '../../../desktop/renderer/flows/draft/condition.ts';
import type { Draft } from '../../../desktop/renderer/flows/draft/draft.ts';
import { plainDuration, UNITS, writtenDuration } from '../../../desktop/renderer/flows/draft/durations.ts';
import { givensAt } from '../../../desktop/renderer/flows/draft/givens.ts';
import {
  emptyOf,
  fieldsOf,
  reshaped,
  schemaAt,
  sortOf,
  type Schema,
} from '../../../desktop/renderer/flows/draft/schema.ts';
import { slugOf } from '../../../desktop/renderer/flows/draft/slug.ts';
import { nodeTypesForAuthors } from '../../../server/flow/authoringRoutes.ts';
import { createNodeTypes, type NodeTypeParts } from '../../../server/nodeTypes.ts';

const types = nodeTypesForAuthors(
  createNodeTypes({ delegations: { obstacleTo: () => 'delegation_off' } } as unknown as NodeTypeParts),
);
const schemaOf = (type: string) => types.find((each) => each.type === type)!.schema as Schema;
const sorts = (type: string, value = {}) =>
  Object.fromEntries(fieldsOf(schemaOf(type), schemaOf(type), value).map(({ name, sort }) => [name, sort]));

const WORDS = { answer: 'Answer', who: 'Who', result: 'Result', status: 'Status', approve: 'Yes', reject: 'No' };

describe('desktop: the editors of a step', () => {
  it('cover every field of every type of node', () => {
    expect(sorts('human')).to.include({
      inputType: 'choice',
      prompt: 'template',
      assignees: 'object',
      timeout: 'duration',
      options: 'options',
      variables: 'variables',
      channels: 'channelsOrWeb',
      fallback: 'channels',
      facts: 'list',
      requireIdentity: 'boolean',
    });
    expect(sorts('set')).to.deep.equal({ values: 'record' });
    expect(sorts('delay')).to.deep.equal({ for: 'duration', until: 'expression' });
    expect(sorts('http')).to.include({ url: 'template', json: 'expression', headers: 'record' });
    const unknown = types.flatMap(({ type }) => Object.entries(sorts(type)).filter(([, sort]) => sort === 'json'));
    expect(unknown.filter(([name]) => name !== 'acceptStatus')).to.deep.equal([]);
  });

  it('show the intended shape, out of several', () => {
    expect(sorts('drive_write', { action: 'share' })).to.include({ action: 'choice', access: 'choice' });
    expect(sorts('drive_write', {})).to.include({ action: 'choice', content: 'template' });
  });

  it('add what a new shape needs, and remove what only the old one had', () => {
    const human = schemaOf('human');
    const { items } = schemaAt(human, ['facts'], {})!;
    const fact = items!;
    expect(emptyOf(fact, human)).to.deep.equal({ label: '', value: '', kind: 'text' });
    const text = { label: 'Amount', value: 'amount', kind: 'text', more: 1 };
    const money = reshaped(fact, human, text, { ...text, kind: 'money' });
    expect(money).to.deep.equal({ ...text, kind: 'money', currency: '' });
    expect(fieldsOf(fact, human, money).map(({ name, sort }) => [name, sort])).to.deep.equal([
      ['label', 'text'],
      ['value', 'expression'],
      ['kind', 'choice'],
      ['currency', 'expression'],
    ]);
    expect(reshaped(fact, human, money, { ...money, kind: 'text' })).to.deep.equal(text);
    expect(reshaped(fact, human, text, { ...text, label: '' })).to.deep.equal({ ...text, label: '' });
    const shared = { action: 'share', path: 'a', access: 'edit' };
    const drive = schemaOf('drive_write');
    expect(reshaped(drive, drive, shared, { ...shared, action: 'upload' })).to.deep.equal({
      action: 'upload',
      path: 'a',
      content: '',
    });
  });

  it('know the value at a path, through lists, names and references', () => {
    const human = schemaOf('human');
    expect(schemaAt(human, ['assignees', 'variable'], {})?.kind).to.equal('expression');
    expect(schemaAt(human, ['variables', '0', 'name'], {})?.type).to.equal('string');
    expect(schemaAt(human, ['options', '0', 'label'], {})?.type).to.equal('string');
    const config = { facts: [{ kind: 'link' }, { kind: 'money' }] };
    expect(schemaAt(human, ['facts', '0', 'text'], config)?.kind).to.equal('template');
    expect(schemaAt(human, ['facts', '1', 'currency'], config)?.kind).to.equal('expression');
    expect(schemaAt(schemaOf('set'), ['values', 'total'], {})?.kind).to.equal('expression');
    expect(schemaAt(human, ['nothing', 'here'], {})).to.equal(null);
  });

  it('start a list item with its required fields', () => {
    const human = schemaOf('human');
    expect(emptyOf({ $ref: '#/$defs/VariableSpec' }, human)).to.deep.equal({ name: '', type: 'text' });
    expect([sortOf({ type: 'array', items: { type: 'string' } }, {}), sortOf({}, {})]).to.deep.equal(['texts', 'json']);
  });

  it('parse durations and write them again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.constantFrom(...UNITS), (amount, unit) => {
        expect(plainDuration(writtenDuration({ amount, unit }))).to.deep.equal({ amount, unit });
      }),
    );
    expect(plainDuration(3_600_000)).to.deep.equal({ amount: 1, unit: 'hours' });
    expect(plainDuration(5000)).to.deep.equal({ amount: 5, unit: 'seconds' });
    expect(plainDuration('PT1M30S')).to.deep.equal({ amount: 90, unit: 'seconds' });
    expect(plainDuration('PT1H30M')).to.deep.equal({ amount: 90, unit: 'minutes' });
    for (const other of ['PT0.5S', 'P', 'PT', '', 'soon', 0, 1234, null, undefined])
      expect(plainDuration(other), String(other)).to.equal(null);
  });

  it('parse conditions and write them again', () => {
    const path = fc.constantFrom('amount', 'ask.value', 'ask.values.a_b');
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((n) => Math.round(n * 100) / 100),
    );
    const comparison = fc.record({ path, operator: fc.constantFrom(...OPERATORS), value });
    const condition = fc.record({
      joinedBy: fc.constantFrom<('and' | 'or')[]>('and', 'or'),
      comparisons: fc.array(comparison, { minLength: 2, maxLength: 4 }),
    });
    fc.assert(
      fc.property(condition, (given) => {
        const written = writeCondition(given);
        expect(JSON.parse(JSON.stringify(parseCondition(written)))).to.deep.equal(JSON.parse(JSON.stringify(given)));
      }),
    );
    expect(parseCondition("review.value = 'approved'")?.comparisons[0]?.value).to.equal('approved');
    for (const other of [
      '$count(a) > 1',
      'a = b',
      'a = 1 and b = 2 or c = 3',
      'a',
      '',
      'true = true',
      'a = 1 and',
      '"a" = a',
    ])
      expect(parseCondition(other), other).to.equal(null);
  });

  it('offer the outputs of earlier steps, and none of later ones', () => {
    const draft: Draft = {
      nodes: [
        { id: 'start', type: 'start', config: { variables: [{ name: 'amount', type: 'number', label: 'Amount' }] } },
        { id: 'ask', type: 'human', name: 'Ask', config: { inputType: 'approval' } },
        {
          id: 'form',
          type: 'human',
          config: {
            inputType: 'form',
            variables: [{ name: 'why', type: 'select', options: [{ value: 'a', label: 'A' }] }],
          },
        },
        { id: 'later', type: 'set', config: { values: { total: '1' } } },
      ],
      edges: [
        { from: 'start', to: 'ask' },
        { from: 'ask', to: 'form' },
        { from: 'form', to: 'later' },
      ],
    };
    const paths = (id: string, isAfter = false) => givensAt(draft, id, WORDS, isAfter).map(({ path }) => path);
    expect(paths('ask')).to.deep.equal(['amount']);
    expect(paths('ask', true)).to.deep.equal(['amount', 'ask.value', 'ask.respondedBy.displayName']);
    expect(paths('later')).to.include('form.values.why').and.not.include('total');
    const [, answer] = givensAt(draft, 'ask', WORDS, true);
    expect(answer).to.deep.include({
      from: 'Ask',
      options: [
        { value: 'approved', label: 'Yes' },
        { value: 'rejected', label: 'No' },
      ],
    });
  });

  it('derive ids from names', () => {
    expect(slugOf('Café & more!')).to.equal('cafe-more');
    expect(slugOf('2 signatures')).to.equal('signatures');
    expect(slugOf('…')).to.equal('');
    expect(slugOf('a'.repeat(80))).to.have.length(64);
  });
});

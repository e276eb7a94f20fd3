import { expect } from 'chai';
import { createIntl } from 'react-intl';
import { ChatBody } from '../../contract/chats.ts';
import type { FaultId } from '../../contract/faults.ts';
import { FlowDefinition } from '../../contract/flows.ts';
import type { FailedCheck } from '../../contract/problem.ts';
import english from '../../contract/languages/en.json' with { type: 'json' };
import german from '../../contract/languages/de.json' with { type: 'json' };
import { createLlmNode } from '../../server/chats/llmNode.ts';
import { checkDefinition } from '../../server/flow/definition.ts';
import { inEnglish, type Said } from '../../server/foundation/errors.ts';
import { faultsIn } from '../../server/foundation/issues.ts';
import { createHumanNode, type HumanNodeParts } from '../../server/requests/humanNode.ts';
import { flow, NODE_TYPES } from './flows.ts';

const types = new Map([
  ...NODE_TYPES,
  ['human', createHumanNode({} as HumanNodeParts)],
  ['llm', createLlmNode({} as Parameters<typeof createLlmNode>[0])],
]);

const ENDS = { go: 'start', done: 'end' };
type Config = FlowDefinition['nodes'][number]['config'];

const between = (type: string, config: Config = {}) => flow({ ...ENDS, x: [type, config] }, ['go > x > done']);
const started = (spec: object) =>
  flow({ go: ['start', { variables: [{ name: 'v', type: 'text', ...spec }] }], done: 'end' }, ['go > done']);
const human = (config: Config) =>
  between('human', { inputType: 'text', prompt: 'Well?', assignees: { users: ['ada'] }, ...config });
const set = (value: string) => between('set', { values: { total: value } });
const matching = (regex: string) => started({ validation: { regex } });
const edged = (edges: Parameters<typeof flow>[1], more: Parameters<typeof flow>[0] = {}) =>
  flow({ ...ENDS, ...more }, edges);

/** What only other bodies than definitions hold, and what only the stored flows can show to be wrong. */
type Elsewhere = 'channelUnknown' | 'email' | 'flowKeepsId' | 'flowUnknown' | 'secretNameForm';

/** A definition with each fault; the compiler lists the gaps. */
const BAD: Record<Exclude<FaultId, Elsewhere>, unknown> = {
  missing: { id: 'x', nodes: [], edges: [] },
  wrongType: between('llm', { prompt: 1 }),
  notOneOf: between('http', { url: 'https://x.test', method: 'ASK' }),
  numberAbove: started({ type: 'number', validation: { step: 0 } }),
  unknownName: between('condition', { when: 'x' }),
  address: started({ type: 'select', optionsSource: { url: 'ftp://x.test' } }),
  otherShape: started({ validation: { min: true } }),
  nameForm: between('condition', { outputVariable: '1st' }),
  flowIdForm: { ...between('condition'), id: 'No Slug' },
  durationForm: between('delay', { for: '4 hours' }),
  durationLength: between('delay', { for: 'P999D' }),

  expressionEmpty: set(' '),
  expressionLong: set('a'.repeat(10_001)),
  expressionDeep: set('('.repeat(9000)),
  expressionEval: set('$eval(x)'),
  expressionUnfinished: set('1 +'),
  expressionNeeds: set('(1'),
  expressionToken: set('1 ]'),
  expressionWrong: set('a.5'),
  expressionPattern: set('$match(a, /x(?=y)/)'),
  templateOpen: human({ prompt: 'Pay {{ amount' }),
  patternLarge: matching([...'abcdefghijklmnopqrst'].map((letter) => `${letter}{400}`).join('|')),
  patternWrong: matching('(a'),

  oneStart: flow({ done: 'end' }, []),
  noEnd: flow({ go: 'start' }, []),
  unknownType: between('oracle'),
  unknownNode: edged(['go > done', 'go > lost']),
  leavesEnd: edged(['go > done > done']),
  leadsToStart: edged(['go > x > go', 'x > done'], { x: ['delay', { for: 1 }] }),
  whenAndOn: edged(['go > done', ['go > done', { on: 'error', when: 'true' }]]),
  parallelCondition: edged(['go > x > done', ['x > done', { when: 'true' }]], { x: 'parallel' }),
  parallelFailure: edged(['go > x > done', ['x > done', { on: 'error' }]], { x: 'parallel' }),
  parallelOfOne: between('parallel'),
  noTimeout: edged(['go > done', ['go > done', { on: 'timeout' }]]),
  noWayOn: edged(['go > done', ['go > x', { when: 'true' }]], { x: 'condition' }),
  secondWay: edged(['go > done', 'go > done']),
  secondCatch: edged(['go > done', ['go > done', { on: 'error' }], ['go > done', { on: 'error' }]]),
  unreachable: edged(['go > done', 'x > done'], { x: 'condition' }),
  noWayToEnd: edged(['go > done', ['go > x', { when: 'true' }], 'x > x'], { x: ['delay', { for: 1 }] }),
  joinAlone: between('join'),
  restlessLoop: edged(['go > x > done', ['x > x', { when: 'true' }]], { x: 'condition' }),
  idTwice: { ...edged(['go > done']), nodes: [...edged([]).nodes, ...edged([]).nodes] },
  startVariableIsNode: started({ name: 'done' }),
  outputIsNode: between('condition', { outputVariable: 'done' }),
  outputIsStartVariable: {
    ...started({ name: 'y' }),
    nodes: [...started({ name: 'y' }).nodes, { id: 'x', type: 'condition', config: { outputVariable: 'y' } }],
  },

  variableTwice: human({ inputType: 'form', variables: ['v', 'v'].map((name) => ({ name, type: 'text' })) }),
  minAboveMax: started({ validation: { min: 2, max: 1 } }),
  noOptions: started({ type: 'select' }),
  optionsAlike: started({ type: 'select', options: [{ value: 'a' }, { value: 'a' }] }),
  noColumns: started({ type: 'table' }),
  startSecret: started({ type: 'password' }),
  startFetched: started({ type: 'select', optionsSource: { url: 'https://x.test' } }),
  setNothing: between('set', { values: {} }),
  setNode: between('set', { values: { done: '1' } }),
  forOrUntil: between('delay'),
  secretForm: between('http', { url: 'https://x.test/{{ secret(name) }}' }),
  secretOutsideHttp: between('set', { values: { a: 'secret("key")' } }),
  headerName: between('http', { url: 'https://x.test', headers: { 'not one': 'x' } }),
  twoBodies: between('http', { url: 'https://x.test', method: 'POST', json: '1', text: '1' }),
  bodyOfGet: between('http', { url: 'https://x.test', json: '1' }),
  noAssignees: human({ assignees: {} }),
  formWithoutVariables: human({ inputType: 'form' }),
  variablesOutsideForm: human({ variables: [{ name: 'v', type: 'text' }] }),
  choiceWithoutOptions: human({ inputType: 'choice' }),
  optionsOutsideChoice: human({ options: ['a'] }),
  mailProvesNobody: human({ requireIdentity: true, channels: ['email'] }),
  strangersProveNothing: human({ requireIdentity: true, allowExternalEmail: true }),
  mailCannotCarry: human({
    inputType: 'form',
    allowExternalEmail: true,
    variables: [{ name: 'v', type: 'file', required: true }],
  }),
};

/** Everything that is wrong with a definition, whoever finds it. */
function faultsOf(definition: unknown): Said[] {
  const parsed = FlowDefinition.safeParse(definition);
  if (!parsed.success) return faultsIn(parsed.error.issues).map(([, said]) => said);
  const checked = checkDefinition(parsed.data, types);
  return checked.ok ? [] : Object.values(checked.faults);
}

const say = (locale: string, messages: Record<string, string>, { id, values }: FailedCheck): string =>
  createIntl({ locale, messages }).formatMessage({ id: `check.${id}` }, values);

describe('A fault of a definition', () => {
  for (const [id, definition] of Object.entries(BAD))
    it(`${id} is found, and said in every language`, () => {
      const faults = faultsOf(definition);
      for (const fault of faults) {
        expect(fault, 'without words of its own').to.be.an('object');
        const said = fault as FailedCheck;
        const words = inEnglish(said);
        expect(say('en', english, said)).to.equal(words);
        expect(words)
          .to.match(/^\P{Ll}.*\.$/u)
          .and.not.match(/undefined|NaN|\[object/);
        expect(say('de', german, said))
          .to.not.equal(words)
          .and.not.match(/undefined|NaN|check\./);
      }
      expect(faults.map((fault) => (fault as FailedCheck).id)).to.include(id);
    });

  it('of another body is said in the same words', () => {
    const { error } = ChatBody.safeParse({ name: 'Help desk', users: ['nobody'] });
    expect(faultsIn(error!.issues)).to.deep.equal([['users.0', { id: 'email', values: {} }]]);
  });

  it('of what zod measures is said in the words for answers', () => {
    const of = (definition: unknown) => faultsOf(definition).map((fault) => inEnglish(fault));
    expect(of({ ...between('end'), name: 'x'.repeat(201) })).to.deep.equal(['Enter at most 200 characters.']);
    expect(of({ ...between('end'), name: '' })).to.deep.equal(['Enter at least 1 character.']);
    expect(of({ ...between('end'), nodes: [] })).to.deep.equal(['Enter at least 1 entry.']);
    expect(of(between('llm', { prompt: 'x', temperature: 3 }))).to.deep.equal(['Enter a number of at most 2.']);
    expect(of(between('llm', { prompt: 'x', maxTokens: 0 }))).to.deep.equal(['Enter a number of at least 1.']);
    expect(of(between('llm', { prompt: 'x', maxTokens: 0.5 }))).to.deep.equal(['Here belongs a whole number.']);
  });
});

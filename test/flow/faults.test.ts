import { expect } from 'chai';
import fc from 'fast-check';
import { createIntl } from 'react-intl';
import { z } from 'zod';
import { SlackSettings } from '../../bot/slack/kind.ts';
import { TeamsSettings } from '../../bot/teams/kind.ts';
import type { Catalogue } from '../../contract/answers/words.ts';
import { ChatBody } from '../../contract/chats.ts';
import { inEnglish } from '../../contract/english.ts';
import { failsAs } from '../../contract/failsAs.ts';
import { FAULTS, type FaultId } from '../../contract/faults.ts';
import { FlowDefinition, KeyHeaders } from '../../contract/flows.ts';
import { Name, Ulid } from '../../contract/ids.ts';
import { HumanResponseBody } from '../../contract/payload.ts';
import { WithdrawBody } from '../../contract/sent.ts';
import type { FailedCheck } from '../../contract/problem.ts';
import english from '../../contract/languages/en.json' with { type: 'json' };
import german from '../../contract/languages/de.json' with { type: 'json' };
import { RegistrationValues } from '../../contract/setup.ts';
import { SettingsBody, TagHeaders } from '../../contract/settings.ts';
import { SecretName } from '../../contract/secrets.ts';
import { EmailSettings } from '../../server/channels/email/emailChannel.ts';
import { createLlmNode } from '../../server/chats/llmNode.ts';
import { checkDefinition } from '../../server/flow/definition.ts';
import { checkNew } from '../../server/flow/definition/checkNew.ts';
import { doubtsIn } from '../../server/flow/definition/doubtsIn.ts';
import { unusedSettings } from '../../server/flow/definition/unusedSettings.ts';
import { faultsIn } from '../../server/foundation/issues.ts';
import { createHumanNode, type HumanNodeParts } from '../../server/requests/humanNode.ts';
import { flow, NODE_TYPES, refusalOfAddress } from './flows.ts';

const types = new Map([
  ...NODE_TYPES,
  [
    'human',
    createHumanNode({
      channelKinds: () => ['teams', 'email'],
      refusalOf: refusalOfAddress,
    } as Partial<HumanNodeParts> as HumanNodeParts),
  ],
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

/** Faults that only other bodies have: a schema and what it refuses. */
const BODIES = {
  email: [ChatBody, { name: 'Help desk', users: ['nobody'] }],
  idForm: [Ulid, '1'],
  keyForm: [KeyHeaders, { 'idempotency-key': 'ä' }],
  tagForm: [TagHeaders, { 'if-match': 'untagged' }],
  reasonForm: [WithdrawBody, { reason: ' ' }],
  valueOrValues: [HumanResponseBody, { executionId: 'x', nodeId: 'y' }],
  secretNameForm: [SecretName, '1st'],
  guid: [TeamsSettings, { appId: 'x' }],
  slackBotToken: [SlackSettings, { botToken: 'nobody' }],
  slackSigningSecret: [SlackSettings, { signingSecret: 'short' }],
  smtpAddress: [EmailSettings, { smtpUrl: 'https://host' }],
  mailSender: [EmailSettings, { from: 'nobody' }],
  noSettings: [SettingsBody, {}],
  spacesAround: [RegistrationValues, { directoryClientSecret: ' x' }],
} as const satisfies Partial<Record<FaultId, [z.ZodType, unknown]>>;

/** Faults that depend on a server's stored flows and channels. */
type Stored = 'flowKeepsId' | 'flowUnknown' | 'settingElsewhere' | 'blankFilter' | Registered;
/** Faults that depend on a tenant; tested with the set-up. */
type Registered =
  | 'setByVariable'
  | 'otherHost'
  | 'tenantUnreachable'
  | 'tenantUnknown'
  | 'clientUnknown'
  | 'clientDisabled'
  | 'redirectUnknown'
  | 'apiUnknown'
  | 'secretWrong'
  | 'secretExpired'
  | 'identityMissing'
  | 'consentMissing'
  | 'tenantRefuses'
  | 'registrationNotSet'
  | 'registrationSecretNotSet'
  | 'siteForm'
  | 'siteUnknown'
  | 'siteNotGranted'
  | 'nameAmbiguous'
  | 'delegationOff'
  | 'delegationImpossible'
  | 'ownRole'
  | 'searchIndexForm';

/** A definition with each fault; the compiler finds missing ones. */
const BAD: Record<Exclude<FaultId, Stored | keyof typeof BODIES>, unknown> = {
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
  expressionBraces: set('{{ x }}'),
  expressionEval: set('$eval(x)'),
  expressionUnfinished: set('1 +'),
  expressionNeeds: set('(1'),
  expressionToken: set('1 ]'),
  expressionWrong: set('a.5'),
  expressionPattern: set('$match(a, /x(?=y)/)'),
  expressionFunction: set('$sum(start) + $sums(start)'),
  settingUnused: started({ type: 'text', options: [{ value: 'a' }] }),
  nameOfNothing: set('amounts + 1'),
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
  branchesApart: edged(['go > x', 'x > a > done', 'x > b > done'], { x: 'parallel', a: 'join', b: 'join' }),
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
  iconUnknown: started({ type: 'select', options: [{ value: 'a', icon: 'nothing' }] }),
  hostForm: human({
    inputType: 'form',
    variables: [{ name: 'v', type: 'file', validation: { hosts: ['https://files.test'] } }],
  }),
  channelUnknown: human({ channels: ['fax'] }),
  promptBlank: human({ prompt: ' \n' }),
  minAboveLimit: started({ validation: { min: 30_000 } }),
  maxBelowLimit: started({ type: 'range', validation: { max: -1 } }),
  optionsDisabled: human({ inputType: 'choice', options: [{ value: 'a', disabled: true }] }),
  columnTwice: started({ type: 'table', columns: [{ name: 'a' }, { name: 'a' }] }),
  strangersNeedMail: human({ allowExternalEmail: true, channels: ['teams'] }),
  startSecret: started({ type: 'password' }),
  startFetched: started({ type: 'select', optionsSource: { url: 'https://x.test' } }),
  setNothing: between('set', { values: {} }),
  setNode: between('set', { values: { done: '1' } }),
  forOrUntil: between('delay'),
  secretForm: between('http', { url: 'https://x.test/{{ secret(name) }}' }),
  secretInTitle: { ...between('condition'), title: '{{ secret("key") }}' },
  secretOutsideHttp: between('set', { values: { a: 'secret("key")' } }),
  addressNotCalled: between('http', { url: 'http://x.test' }),
  headerName: between('http', { url: 'https://x.test', headers: { 'not one': 'x' } }),
  headerReserved: between('http', { url: 'https://x.test', headers: { Host: 'y.test' } }),
  headerTwice: between('http', { url: 'https://x.test', headers: { accept: 'a' }, secretHeaders: { Accept: 'b' } }),
  requestLength: between('http', { url: 'https://x.test', timeout: 'PT31S' }),
  twoBodies: between('http', { url: 'https://x.test', method: 'POST', json: '1', text: '1' }),
  bodyOfGet: between('http', { url: 'https://x.test', json: '1' }),
  linkOrFile: human({ attachments: [{ label: 'Offer' }] }),
  attachedLink: human({ attachments: [{ label: 'Offer', url: 'javascript:alert(1)' }] }),
  noAssignees: human({ assignees: {} }),
  formWithoutVariables: human({ inputType: 'form' }),
  variablesOutsideForm: human({ variables: [{ name: 'v', type: 'text' }] }),
  choiceWithoutOptions: human({ inputType: 'choice' }),
  optionsOutsideChoice: human({ options: ['a'] }),
  commentOutsideChoice: human({ comment: 'required' }),
  commentOff: human({ inputType: 'approval', comment: 'off', commentLabel: 'Why' }),
  optionComment: started({ type: 'select', options: [{ value: 'a', comment: 'required' }] }),
  autoSubmitOutsideChoice: human({ inputType: 'text', autoSubmitOnSelect: true }),
  mailProvesNobody: human({ requireIdentity: true, channels: ['email'] }),
  strangersProveNothing: human({ requireIdentity: true, allowExternalEmail: true }),
  mailCannotCarry: human({
    inputType: 'form',
    allowExternalEmail: true,
    variables: [{ name: 'v', type: 'file', required: true }],
  }),
};

/** All faults of a definition, whoever finds them. */
function faultsOf(definition: unknown): FailedCheck[] {
  const parsed = FlowDefinition.safeParse(definition);
  if (!parsed.success) return faultsBy(FlowDefinition, definition);
  const checked = checkDefinition(parsed.data, types);
  return Object.values(
    checked.ok
      ? { ...doubtsIn(checked.flow), ...unusedSettings(checked.flow), ...checkNew(checked.flow) }
      : checked.faults,
  );
}

const faultsBy = (schema: z.ZodType, input: unknown): FailedCheck[] =>
  faultsIn(schema.safeParse(input).error!.issues, input).map(([, fault]) => fault);

const say = (locale: string, messages: Record<string, string>, { id, values }: FailedCheck): string =>
  createIntl({ locale, messages }).formatMessage({ id: `check.${id}` }, values);

function expectWords(faults: FailedCheck[]): void {
  for (const fault of faults) {
    const words = inEnglish(fault);
    expect(say('en', english, fault)).to.equal(words);
    expect(words)
      .to.match(/^\P{Ll}.*\.$/u)
      .and.not.match(/undefined|NaN|\[object/);
    expect(say('de', german, fault))
      .to.not.equal(words)
      .and.not.match(/undefined|NaN|check\./);
  }
}

describe('A fault of a definition', () => {
  for (const [id, definition] of Object.entries(BAD))
    it(`${id} is found, and has a message in every language`, () => {
      const faults = faultsOf(definition);
      expectWords(faults);
      expect(faults.map((fault) => fault.id)).to.include(id);
    });

  for (const [id, [schema, body]] of Object.entries(BODIES))
    it(`${id} of another body is found, and has a message in every language`, () => {
      const faults = faultsBy(schema, body);
      expectWords(faults);
      expect(faults).to.deep.equal([{ id, values: {} }]);
    });

  it("from zod's measurements uses the messages for answers", () => {
    const of = faultsOf;
    expect(of({ ...between('end'), name: 'x'.repeat(201) })).to.deep.equal([
      { id: 'atMostCharacters', values: { count: 200 } },
    ]);
    expect(of({ ...between('end'), name: '' })).to.deep.equal([{ id: 'atLeastCharacters', values: { count: 1 } }]);
    expect(of({ ...between('end'), nodes: [] })).to.deep.equal([{ id: 'atLeastEntries', values: { count: 1 } }]);
    expect(of(between('llm', { prompt: 'x', temperature: 3 }))).to.deep.equal([{ id: 'numberTo', values: { max: 2 } }]);
    expect(of(between('llm', { prompt: 'x', maxTokens: 0 }))).to.deep.equal([{ id: 'numberFrom', values: { min: 1 } }]);
    expect(of(between('llm', { prompt: 'x', maxTokens: 0.5 }))).to.deep.equal([
      { id: 'wrongType', values: { expected: 'int' } },
    ]);
  });

  it('says which type is meant where every form of a value has the same', () => {
    expect(faultsOf(started({ type: 'select', options: ['a'] }))).to.deep.include({
      id: 'wrongType',
      values: { expected: 'object' },
    });
    expect(faultsBy(z.strictObject({ a: z.union([z.array(z.string()), z.array(z.number())]) }), {})).to.deep.equal([
      { id: 'missing', values: {} },
    ]);
  });

  it("is the failed rule's, whatever its schema says", () => {
    const sentence = fc.oneof(fc.string(), fc.constantFrom(...SENTENCES));
    const rules: [FailedCheck['id'], (error: string) => z.ZodType, unknown][] = [
      ['missing', (error) => z.strictObject({ a: z.string({ error }) }), {}],
      ['wrongType', (error) => z.string({ error }), 7],
      ['notOneOf', (error) => z.enum(['a'], { error }), 'b'],
      ['unknownName', (error) => z.strictObject({}, { error }), { a: 1 }],
      ['atMostCharacters', (error) => z.string().max(1, { error }), 'ab'],
      ['atLeastEntries', (error) => z.array(z.string()).min(1, { error }), []],
      ['numberAbove', (error) => z.number().positive({ error }), 0],
      ['multiple', (error) => z.number().multipleOf(2, { error }), 3],
      ['address', (error) => z.url({ error }), 'x'],
      ['pattern', (error) => z.string().regex(/x/, { error }), 'y'],
      ['nameForm', (error) => z.record(Name, z.string(), { error }), { '1st': 'x' }],
      ['headerName', (error) => z.string().refine(() => false, { ...failsAs('headerName'), error }), 'x'],
      ['otherShape', (error) => z.string().refine(() => false, { error }), 'x'],
      ['otherShape', (error) => z.union([z.string(), z.number()], { error }), true],
    ];
    fc.assert(
      fc.property(sentence, (words) => {
        for (const [id, schema, input] of rules)
          expect(faultsBy(schema(words), input).map((fault) => fault.id)).to.deep.equal([id]);
      }),
    );
  });
});

/** Anything that looks like our own or zod's messages. */
const SENTENCES = [
  'Invalid choice: pick x.',
  'Too big: expected string to have <=1 characters',
  'Unrecognized key: "a"',
  'Invalid input: expected string, received undefined',
  ...Object.values(FAULTS).map((words: Catalogue[string]) => words({ count: 2 })),
];

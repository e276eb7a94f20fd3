import { flow, itIsRefusedFor, type Refused } from './flows.ts';

const ENDS = { go: 'start', done: 'end' };
const text = (name: string, more = {}) => ({ name, type: 'text', ...more });

const REFUSED: Refused[] = [
  {
    because: 'a config value that is wrong',
    definition: flow({ ...ENDS, ask: ['ask', { prompt: 1 }] }, ['go > ask > done']),
    field: 'nodes.ask.config.prompt',
    message: /belongs a text/,
  },
  {
    because: 'a config name that is unknown',
    definition: flow({ ...ENDS, ask: ['ask', { wording: 'x' }] }, ['go > ask > done']),
    field: 'nodes.ask.config.wording',
    message: /not known here/,
  },
  {
    because: 'a duration that is none',
    definition: flow({ ...ENDS, sleep: ['delay', { for: '4 hours' }] }, ['go > sleep > done']),
    field: 'nodes.sleep.config.for',
    message: /an ISO 8601 duration/,
  },
  {
    because: 'a delay of two kinds',
    definition: flow({ ...ENDS, sleep: ['delay', { for: 'PT1H', until: '$now()' }] }, ['go > sleep > done']),
    field: 'nodes.sleep.config',
    message: /either “for”/,
  },
  {
    because: 'a bad template',
    definition: flow({ ...ENDS, ask: ['ask', { prompt: 'Pay {{ amount + }}?' }] }, ['go > ask > done']),
    field: 'nodes.ask.config.prompt',
    message: /not finished \(character 15\)/,
  },
  {
    because: 'a bad expression',
    definition: flow({ ...ENDS, sum: ['set', { values: { total: '1 +' } }] }, ['go > sum > done']),
    field: 'nodes.sum.config.values.total',
    message: /not finished \(character 3\)/,
  },
  {
    because: 'an expression that evaluates data',
    definition: flow({ ...ENDS, sum: ['set', { values: { total: '$eval(answer)' } }] }, ['go > sum > done']),
    field: 'nodes.sum.config.values.total',
    message: /\$eval cannot be used/,
  },
  {
    because: 'a start variable with the name of a node',
    definition: flow({ go: ['start', { variables: [text('ask')] }], ask: 'ask', done: 'end' }, ['go > ask > done']),
    field: 'nodes.go.config.variables.0.name',
    message: /node is called “ask” too/,
  },
  {
    because: 'a start variable that would lie open',
    definition: flow({ go: ['start', { variables: [{ name: 'pin', type: 'password' }] }], done: 'end' }, ['go > done']),
    field: 'nodes.go.config.variables.0.type',
    message: /A password can be asked for, but not be started with/,
  },
  {
    because: 'a start variable whose options nobody fetches',
    definition: flow(
      {
        go: ['start', { variables: [{ name: 'city', type: 'select', optionsSource: { url: 'https://x.test' } }] }],
        done: 'end',
      },
      ['go > done'],
    ),
    field: 'nodes.go.config.variables.0.optionsSource',
    message: /listed, not fetched/,
  },
  {
    because: 'an output variable with the name of another node',
    definition: flow({ ...ENDS, ask: ['ask', { outputVariable: 'done' }] }, ['go > ask > done']),
    field: 'nodes.ask.config.outputVariable',
    message: /“done” is the name of a node/,
  },
  {
    because: 'an output variable with the name of a start variable',
    definition: flow(
      { go: ['start', { variables: [text('reason')] }], ask: ['ask', { outputVariable: 'reason' }], done: 'end' },
      ['go > ask > done'],
    ),
    field: 'nodes.ask.config.outputVariable',
    message: /“reason” is the name of a start variable/,
  },
  {
    because: 'a value set under the name of a node',
    definition: flow({ ...ENDS, sum: ['set', { values: { done: '1' } }] }, ['go > sum > done']),
    field: 'nodes.sum.config.values.done',
    message: /“done” is a node/,
  },
  {
    because: 'a value set under a name that is none',
    definition: flow({ ...ENDS, sum: ['set', { values: { __proto: '1' } }] }, ['go > sum > done']),
    field: 'nodes.sum.config.values.__proto',
    message: /Start with a letter/,
  },
  {
    because: 'two variables of one name',
    definition: flow({ go: ['start', { variables: [text('a'), text('a')] }], done: 'end' }, ['go > done']),
    field: 'nodes.go.config.variables.1.name',
    message: /“a” is the name of two variables/,
  },
  {
    because: 'a pattern that cannot be used',
    definition: flow(
      { go: ['start', { variables: [text('code', { validation: { regex: '(a)\\1' } })] }], done: 'end' },
      ['go > done'],
    ),
    field: 'nodes.go.config.variables.0.validation.regex',
    message: /pattern cannot be used: look at “\\1”/,
  },
  {
    because: 'a pattern that is too long',
    definition: flow(
      { go: ['start', { variables: [text('code', { validation: { regex: 'a'.repeat(501) } })] }], done: 'end' },
      ['go > done'],
    ),
    field: 'nodes.go.config.variables.0.validation.regex',
    message: /500/,
  },
  {
    because: 'bounds the wrong way round',
    definition: flow(
      { go: ['start', { variables: [text('code', { validation: { min: 10, max: 9 } })] }], done: 'end' },
      ['go > done'],
    ),
    field: 'nodes.go.config.variables.0.validation.min',
    message: /“min” must not be above “max”/,
  },
  {
    because: 'a choice of nothing',
    definition: flow({ go: ['start', { variables: [{ name: 'size', type: 'select' }] }], done: 'end' }, ['go > done']),
    field: 'nodes.go.config.variables.0.options',
    message: /Offer something/,
  },
  {
    because: 'a default that is no answer',
    definition: flow(
      { go: ['start', { variables: [{ name: 'amount', type: 'number', default: 'many' }] }], done: 'end' },
      ['go > done'],
    ),
    field: 'nodes.go.config.variables.0.default',
    message: /Enter a number/,
  },
  {
    because: 'a bad path into options',
    definition: flow(
      {
        go: [
          'start',
          { variables: [{ name: 'size', type: 'select', optionsSource: { url: 'https://x.test', valuePath: 'a[' } }] },
        ],
        done: 'end',
      },
      ['go > done'],
    ),
    field: 'nodes.go.config.variables.0.optionsSource.valuePath',
    message: /“]” is missing in the expression \(character 2\)/,
  },
  {
    because: 'a body with GET',
    definition: flow({ ...ENDS, call: ['http', { url: 'https://x.test', json: '1' }] }, ['go > call > done']),
    field: 'nodes.call.config.method',
    message: /cannot be GET or HEAD/,
  },
];

describe('A flow is refused for a node with', () => itIsRefusedFor(REFUSED));

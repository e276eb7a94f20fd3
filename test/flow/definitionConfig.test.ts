import { check } from '../../server/foundation/errors.ts';
import { flow, itIsRefusedFor, type Refused } from './flows.ts';

const ENDS = { go: 'start', done: 'end' };
const text = (name: string, more = {}) => ({ name, type: 'text', ...more });

const REFUSED: Refused[] = [
  {
    because: 'a config value that is wrong',
    definition: flow({ ...ENDS, ask: ['ask', { prompt: 1 }] }, ['go > ask > done']),
    field: 'nodes.ask.config.prompt',
    fault: check('wrongType', { expected: 'string' }),
  },
  {
    because: 'a config name that is unknown',
    definition: flow({ ...ENDS, ask: ['ask', { wording: 'x' }] }, ['go > ask > done']),
    field: 'nodes.ask.config.wording',
    fault: check('unknownName'),
  },
  {
    because: 'a duration that is none',
    definition: flow({ ...ENDS, sleep: ['delay', { for: '4 hours' }] }, ['go > sleep > done']),
    field: 'nodes.sleep.config.for',
    fault: check('durationForm'),
  },
  {
    because: 'a delay of two kinds',
    definition: flow({ ...ENDS, sleep: ['delay', { for: 'PT1H', until: '$now()' }] }, ['go > sleep > done']),
    field: 'nodes.sleep.config',
    fault: check('forOrUntil'),
  },
  {
    because: 'a bad template',
    definition: flow({ ...ENDS, ask: ['ask', { prompt: 'Pay {{ amount + }}?' }] }, ['go > ask > done']),
    field: 'nodes.ask.config.prompt',
    fault: check('expressionUnfinished', { position: 15 }),
  },
  {
    because: 'a bad expression',
    definition: flow({ ...ENDS, sum: ['set', { values: { total: '1 +' } }] }, ['go > sum > done']),
    field: 'nodes.sum.config.values.total',
    fault: check('expressionUnfinished', { position: 3 }),
  },
  {
    because: 'an expression that evaluates data',
    definition: flow({ ...ENDS, sum: ['set', { values: { total: '$eval(answer)' } }] }, ['go > sum > done']),
    field: 'nodes.sum.config.values.total',
    fault: check('expressionEval'),
  },
  {
    because: 'a start variable with the name of a node',
    definition: flow({ go: ['start', { variables: [text('ask')] }], ask: 'ask', done: 'end' }, ['go > ask > done']),
    field: 'nodes.go.config.variables.0.name',
    fault: check('startVariableIsNode', { name: 'ask' }),
  },
  {
    because: 'a start variable that would lie open',
    definition: flow({ go: ['start', { variables: [{ name: 'pin', type: 'password' }] }], done: 'end' }, ['go > done']),
    field: 'nodes.go.config.variables.0.type',
    fault: check('startSecret', { type: 'password' }),
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
    fault: check('startFetched'),
  },
  {
    because: 'an output variable with the name of another node',
    definition: flow({ ...ENDS, ask: ['ask', { outputVariable: 'done' }] }, ['go > ask > done']),
    field: 'nodes.ask.config.outputVariable',
    fault: check('outputIsNode', { name: 'done' }),
  },
  {
    because: 'an output variable with the name of a start variable',
    definition: flow(
      { go: ['start', { variables: [text('reason')] }], ask: ['ask', { outputVariable: 'reason' }], done: 'end' },
      ['go > ask > done'],
    ),
    field: 'nodes.ask.config.outputVariable',
    fault: check('outputIsStartVariable', { name: 'reason' }),
  },
  {
    because: 'a value set under the name of a node',
    definition: flow({ ...ENDS, sum: ['set', { values: { done: '1' } }] }, ['go > sum > done']),
    field: 'nodes.sum.config.values.done',
    fault: check('setNode', { name: 'done' }),
  },
  {
    because: 'a value set under a name that is none',
    definition: flow({ ...ENDS, sum: ['set', { values: { __proto: '1' } }] }, ['go > sum > done']),
    field: 'nodes.sum.config.values.__proto',
    fault: check('nameForm'),
  },
  {
    because: 'two variables of one name',
    definition: flow({ go: ['start', { variables: [text('a'), text('a')] }], done: 'end' }, ['go > done']),
    field: 'nodes.go.config.variables.1.name',
    fault: check('variableTwice', { name: 'a' }),
  },
  {
    because: 'a pattern that cannot be used',
    definition: flow(
      { go: ['start', { variables: [text('code', { validation: { regex: '(a)\\1' } })] }], done: 'end' },
      ['go > done'],
    ),
    field: 'nodes.go.config.variables.0.validation.regex',
    fault: check('patternWrong', { part: '\\1' }),
  },
  {
    because: 'a pattern that is too long',
    definition: flow(
      { go: ['start', { variables: [text('code', { validation: { regex: 'a'.repeat(501) } })] }], done: 'end' },
      ['go > done'],
    ),
    field: 'nodes.go.config.variables.0.validation.regex',
    fault: check('atMostCharacters', { count: 500 }),
  },
  {
    because: 'bounds the wrong way round',
    definition: flow(
      { go: ['start', { variables: [text('code', { validation: { min: 10, max: 9 } })] }], done: 'end' },
      ['go > done'],
    ),
    field: 'nodes.go.config.variables.0.validation.min',
    fault: check('minAboveMax'),
  },
  {
    because: 'a choice of nothing',
    definition: flow({ go: ['start', { variables: [{ name: 'size', type: 'select' }] }], done: 'end' }, ['go > done']),
    field: 'nodes.go.config.variables.0.options',
    fault: check('noOptions'),
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
    fault: check('expressionNeeds', { expected: ']', position: 2 }),
  },
  {
    because: 'a body with GET',
    definition: flow({ ...ENDS, call: ['http', { url: 'https://x.test', json: '1' }] }, ['go > call > done']),
    field: 'nodes.call.config.method',
    fault: check('bodyOfGet'),
  },
];

describe('A flow is refused for a node with', () => itIsRefusedFor(REFUSED));

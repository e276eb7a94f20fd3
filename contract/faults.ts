import { counted, type Catalogue } from './answers/words.ts';
import { FLOW_ID_FORM, NAME_FORM } from './ids.ts';

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'names and values',
};

/** What a schema finds wrong, in bodies and in the configs of nodes. */
const SCHEMA = {
  missing: () => 'This is missing.',
  wrongType: ({ expected }) => `Here belongs ${TYPES[String(expected)] ?? expected}.`,
  notOneOf: ({ options }) => `Choose one of these: ${options}.`,
  numberAbove: ({ min }) => `Enter a number above ${min}.`,
  unknownName: () => 'This is not known here.',
  address: () => 'Enter an address that begins with https:// or http://.',
  email: () => 'Enter an e-mail address.',
  otherShape: () => 'This is in none of the shapes that are possible here.',
  nameForm: () => NAME_FORM,
  flowIdForm: () => FLOW_ID_FORM,
  secretNameForm: () =>
    'Start with a letter, and use only letters, digits, underscores and dashes, 64 characters at most.',
  durationForm: () => 'Enter an ISO 8601 duration such as PT4H or P1D, or a whole number of milliseconds.',
  durationLength: () => 'Enter a duration between 1 millisecond and 366 days.',
} as const satisfies Catalogue;

/** What is wrong with the expressions, templates and patterns in a definition. */
const EXPRESSIONS = {
  expressionEmpty: () => 'The expression is empty.',
  expressionLong: ({ count }) => `The expression is longer than ${counted(count, 'character', 'characters')}.`,
  expressionDeep: () => 'The expression is nested too deeply.',
  expressionEval: () => '$eval cannot be used: data is never evaluated.',
  expressionUnfinished: ({ position }) => `The expression is not finished (character ${position}).`,
  expressionNeeds: ({ expected, position }) => `“${expected}” is missing in the expression (character ${position}).`,
  expressionToken: ({ token, position }) => `“${token}” cannot stand here in the expression (character ${position}).`,
  expressionWrong: ({ code, position }) =>
    `The expression cannot be used: JSONata gives ${code} (character ${position}).`,
  expressionPattern: ({ part }) =>
    `The pattern in this expression cannot be used: look at “${part}”. Looking ahead and repeating a group by its number are not possible.`,
  templateOpen: ({ position }) => `The “{{” at character ${position} is never closed.`,
  patternLarge: () => 'The pattern repeats too much.',
  patternWrong: ({ part }) => `This pattern cannot be used: look at “${part}”.`,
} as const satisfies Catalogue;

/** What is wrong with the shape of a flow, and with the names in it. */
const FLOW = {
  oneStart: ({ count }) => `A flow has exactly one node of type start; this one has ${count}.`,
  noEnd: () => 'A flow has at least one node of type end.',
  unknownType: ({ type, types }) => `There is no node type “${type}”. There are: ${types}.`,
  unknownNode: ({ node }) => `There is no node “${node}”.`,
  leavesEnd: ({ node }) => `“${node}” is an end: no edge can leave it.`,
  leadsToStart: ({ node }) => `“${node}” is the start: no edge can lead to it.`,
  whenAndOn: ({ node }) => `The edge from “${node}” has both “when” and “on”. It can have one of them.`,
  parallelCondition: ({ node }) => `“${node}” starts all its branches: they have no conditions.`,
  parallelFailure: ({ node }) => `“${node}” cannot fail.`,
  parallelOfOne: ({ node }) => `“${node}” needs at least two edges: one per branch.`,
  noTimeout: ({ node, type }) => `“${node}” (${type}) does not time out.`,
  noWayOn: ({ node }) => `No edge leads on from “${node}”.`,
  secondWay: ({ node }) => `“${node}” has another edge without a condition; only a parallel goes both ways.`,
  secondCatch: ({ node }) => `“${node}” has another edge for this.`,
  unreachable: ({ node }) => `“${node}” cannot be reached from the start.`,
  noWayToEnd: ({ node }) => `No way leads from “${node}” to an end.`,
  joinAlone: ({ node }) => `“${node}” can be reached without a parallel before it.`,
  restlessLoop: ({ path }) => `This loop has no wait in it: ${path}.`,
  idTwice: ({ node }) => `“${node}” is the id of two nodes.`,
  flowKeepsId: ({ id }) => `A flow keeps its id: ${id}.`,
  flowUnknown: ({ id }) => `There is no flow with the id ${id}.`,
  startVariableIsNode: ({ name }) => `A node is called “${name}” too; both would stand under that name in the context.`,
  outputIsNode: ({ name }) => `“${name}” is the name of a node.`,
  outputIsStartVariable: ({ name }) => `“${name}” is the name of a start variable.`,
} as const satisfies Catalogue;

/** What a node's config holds that does not go together. */
const CONFIG = {
  variableTwice: ({ name }) => `“${name}” is the name of two variables.`,
  minAboveMax: () => '“min” must not be above “max”.',
  noOptions: () => 'Offer something to choose.',
  optionsAlike: () => 'Give every option a value of its own.',
  noColumns: () => 'Name the columns of the table.',
  startSecret: ({ type }) => `A ${type} can be asked for, but not be started with.`,
  startFetched: () => 'Options of a start variable are listed, not fetched.',
  setNothing: () => 'Set at least one name.',
  setNode: ({ name }) => `“${name}” is a node; its output stands under this name.`,
  forOrUntil: () => 'Give either “for” (a duration such as PT4H) or “until” (an expression).',
  secretForm: () => 'Give “secret” the name of a secret as a text.',
  secretOutsideHttp: ({ node }) =>
    `“${node}” cannot use a secret here: only the address, the headers and the body of an HTTP request can.`,
  headerName: () => 'This is not the name of a header.',
  twoBodies: () => 'A request has one body: give either “json” or “text”.',
  bodyOfGet: () => 'A request with a body cannot be GET or HEAD.',
  noAssignees: () => 'Name at least one user, group or variable.',
  formWithoutVariables: () => 'A form needs variables.',
  variablesOutsideForm: ({ type }) => `Only a form has variables, not ${type}.`,
  choiceWithoutOptions: () => 'A choice needs options.',
  optionsOutsideChoice: ({ type }) => `Only approval and choice have options, not ${type}.`,
  channelUnknown: ({ name, names }) => `There is no channel “${name}”. There are: ${names}.`,
  mailProvesNobody: () =>
    'An e-mail link proves nobody’s identity: with “requireIdentity” another channel is needed as well.',
  strangersProveNothing: () =>
    'People outside the directory answer by e-mail only, which proves nobody’s identity: not with “requireIdentity”.',
  mailCannotCarry: ({ names }) =>
    `People outside the directory answer by e-mail, which cannot carry the required ${names}.`,
} as const satisfies Catalogue;

/** What is wrong with what authors write, in English; clients in other languages have words of their own per id. */
export const FAULTS = { ...SCHEMA, ...EXPRESSIONS, ...FLOW, ...CONFIG };

export type FaultId = keyof typeof FAULTS;

export const FAULT_IDS = Object.keys(FAULTS) as FaultId[];

import { counted, type Catalogue } from './answers/words.ts';

const TYPES: Record<string, string> = {
  string: 'some text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Faults that schemas find, in bodies and node configs. */
const SCHEMA = {
  missing: () => 'This is required.',
  blankFilter: () => 'Give it a value, or leave it out.',
  wrongType: ({ expected }) => `Enter ${TYPES[String(expected)] ?? `a value of type ${expected}`}.`,
  notOneOf: ({ options }) => `Choose one of these: ${options}.`,
  numberAbove: ({ min }) => `Enter a number above ${min}.`,
  unknownName: () => 'There is no such field here.',
  address: () => 'Enter an address that begins with https:// or http://.',
  addressNotCalled: () => 'Enter a public address that begins with https://, without a user name or password.',
  email: () => 'Enter an e-mail address.',
  otherShape: () => 'This value cannot be used here.',
  guid: () => 'Enter an ID such as 00000000-0000-0000-0000-000000000000.',
  idForm: () => 'This is not a valid ID.',
  keyForm: () => 'Send 1 to 200 visible ASCII characters.',
  tagForm: () => 'Send the ETag as it was given, in its quotation marks.',
  reasonForm: () => 'Write a reason, 500 characters at most.',
  valueOrValues: () => 'Send either “value” or “values”.',
  nameForm: () => 'Start with a letter, and use only letters, digits and underscores, 64 characters at most.',
  flowIdForm: () =>
    'Start with a lower-case letter, and use only lower-case letters, digits and dashes, 64 characters at most.',
  secretNameForm: () =>
    'Start with a letter, and use only letters, digits, underscores and dashes, 64 characters at most.',
  hostForm: () => 'Enter only the name of a host, in lower case, such as contoso.sharepoint.com.',
  durationForm: () => 'Enter an ISO 8601 duration such as PT4H or P1D, or a whole number of milliseconds.',
  durationLength: () => 'Enter a duration between 1 millisecond and 366 days.',
} as const satisfies Catalogue;

/** Faults of the expressions, templates and patterns in a definition. */
const EXPRESSIONS = {
  expressionEmpty: () => 'The expression is empty.',
  expressionLong: ({ count }) => `The expression is longer than ${counted(count, 'character', 'characters')}.`,
  expressionDeep: () => 'The expression is nested too deeply.',
  expressionBraces: () => 'Leave out “{{” and “}}”: this field is an expression as a whole.',
  expressionEval: () => '$eval cannot be used: data is never evaluated.',
  expressionUnfinished: ({ position }) => `The expression is not finished (character ${position}).`,
  expressionNeeds: ({ expected, position }) => `“${expected}” is missing in the expression (character ${position}).`,
  expressionToken: ({ token, position }) => `“${token}” is not allowed here in the expression (character ${position}).`,
  expressionWrong: ({ code, position }) =>
    `The expression cannot be used: JSONata gives ${code} (character ${position}).`,
  expressionPattern: ({ part }) =>
    `The pattern in this expression cannot be used: look at “${part}”. Lookahead and backreferences are not supported.`,
  expressionFunction: ({ name }) => `There is no function “${name}”. Functions begin with “$”, as in $sum(items).`,
  settingUnused: ({ type }) => `Fields of the type “${type}” do not use this.`,
  nameOfNothing: ({ name }) => `Nothing in this flow gives “${name}” a value.`,
  templateOpen: ({ position }) => `The “{{” at character ${position} is never closed.`,
  patternLarge: () => 'The pattern repeats too much.',
  patternWrong: ({ part }) => `This pattern cannot be used: look at “${part}”.`,
} as const satisfies Catalogue;

/** Faults of the shape of a flow and of the names in it. */
const FLOW = {
  oneStart: ({ count }) => `A flow has exactly one start; this one has ${count}.`,
  noEnd: () => 'A flow has at least one end.',
  unknownType: ({ type, types }) => `There is no kind of step “${type}”. The kinds are: ${types}.`,
  unknownNode: ({ node }) => `There is no step “${node}”.`,
  leavesEnd: ({ node }) => `“${node}” is an end: no connection can leave it.`,
  leadsToStart: ({ node }) => `“${node}” is the start: no connection can lead to it.`,
  whenAndOn: ({ node }) => `The connection from “${node}” has both “when” and “on”. It can have one of them.`,
  parallelCondition: ({ node }) => `“${node}” starts all its branches: they have no conditions.`,
  parallelFailure: ({ node }) => `“${node}” cannot fail.`,
  parallelOfOne: ({ node }) => `“${node}” needs at least two connections: one per branch.`,
  noTimeout: ({ node }) => `“${node}” does not time out: only questions do.`,
  noWayOn: ({ node }) => `No connection leads on from “${node}”.`,
  secondWay: ({ node }) =>
    `“${node}” already has a connection without a condition. Only parallel branches can have several.`,
  secondCatch: ({ node }) => `“${node}” already has a connection for this.`,
  unreachable: ({ node }) => `“${node}” cannot be reached from the start.`,
  noWayToEnd: ({ node }) => `No path leads from “${node}” to an end.`,
  joinAlone: ({ node }) => `“${node}” joins branches, but can be reached without parallel branches before it.`,
  branchesApart: ({ node, joins }) => `Branches of “${node}” are joined at different steps, and never meet: ${joins}.`,
  restlessLoop: ({ path }) => `This loop never waits: ${path}.`,
  idTwice: ({ node }) => `Two steps have the ID “${node}”.`,
  flowKeepsId: ({ id }) => `The id of a flow cannot be changed: it is ${id}.`,
  flowUnknown: ({ id }) => `There is no flow with the id ${id}.`,
  startVariableIsNode: ({ name }) => `A step has the ID “${name}” too. Give the variable another name.`,
  outputIsNode: ({ name }) => `“${name}” is the ID of a step.`,
  outputIsStartVariable: ({ name }) => `“${name}” is the name of a start variable.`,
} as const satisfies Catalogue;

/** Contradictions in a node's config. */
const CONFIG = {
  variableTwice: ({ name }) => `Two variables have the name “${name}”.`,
  minAboveMax: () => '“At least” (min) cannot be greater than “at most” (max).',
  minAboveLimit: ({ max }) => `“At least” (min) cannot be greater than ${max} here: nobody could answer.`,
  maxBelowLimit: ({ min }) => `“At most” (max) cannot be less than ${min} here: nobody could answer.`,
  noOptions: () => 'Add at least one option.',
  optionsDisabled: () => 'Leave at least one option that people can choose.',
  optionsAlike: () => 'Give each option a different value.',
  iconUnknown: ({ icon }) => `There is no icon “${icon}”. Take one from the list for authors, or use an emoji.`,
  noColumns: () => 'Name the columns of the table.',
  columnTwice: ({ name }) => `Two columns have the name “${name}”.`,
  promptBlank: () => 'Write what people are asked.',
  startSecret: ({ type }) => `A start variable cannot have the type ${type}.`,
  startFetched: () => 'List the options of a start variable here: they cannot be fetched.',
  setNothing: () => 'Set at least one value.',
  setNode: ({ name }) => `“${name}” is the ID of a step, and holds its result.`,
  forOrUntil: () => 'Say either how long it waits (for) or until when (until).',
  secretForm: () => 'Call “secret” with the name of a secret in quotation marks.',
  secretInTitle: () => 'The title of executions cannot use a secret.',
  secretOutsideHttp: ({ node }) =>
    `“${node}” cannot use a secret here: only the address, the headers and the body of an HTTP request can.`,
  headerName: () => 'This is not the name of a header.',
  headerReserved: ({ name }) => `The server sets the header ${name} itself: leave it out.`,
  headerTwice: ({ name }) => `The header ${name} is given twice.`,
  requestLength: ({ seconds }) => `A request takes ${seconds} seconds at most.`,
  twoBodies: () => 'A request has one body: give it as JSON or as text, not both.',
  linkOrFile: () => 'An attachment is a link or a file: give either an address (url) or a file (file).',
  attachedLink: () => 'Give an address that begins with https://, without a name or password in it.',
  bodyOfGet: () => 'A request with a body cannot be GET or HEAD.',
  noAssignees: () => 'Say who is asked: people, groups, an expression, or the person who started the flow.',
  formWithoutVariables: () => 'A form needs variables.',
  variablesOutsideForm: ({ type }) => `Only a form has variables, not ${type}.`,
  choiceWithoutOptions: () => 'A choice needs options.',
  optionsOutsideChoice: ({ type }) => `Only approval and choice have options, not ${type}.`,
  commentOutsideChoice: ({ type }) => `Only approval and choice take a comment, not ${type}.`,
  commentOff: () => 'Comments are off for this question: allow them, or leave this out.',
  optionComment: () => 'Only the options of an approval or a choice can require a comment.',
  autoSubmitOutsideChoice: ({ type }) => `Only approval and choice are answered by pressing an option, not ${type}.`,
  channelUnknown: ({ name, names }) => `There is no channel “${name}”. The channels are: ${names}.`,
  mailProvesNobody: () =>
    'An e-mail link does not prove who answers. Where only people who have signed in may answer, add another channel.',
  strangersProveNothing: () =>
    'People outside the directory answer by e-mail, which does not prove who they are. They cannot be asked where only people who have signed in may answer.',
  strangersNeedMail: () => 'People outside the directory answer by e-mail only: add e-mail to the channels.',
  mailCannotCarry: ({ names }) =>
    `People outside the directory answer by e-mail, which cannot carry the required ${names}.`,
} as const satisfies Catalogue;

/** Faults of settings. */
const SETTINGS = {
  slackBotToken: () => 'Enter the bot token of the Slack app, which begins with xoxb-.',
  slackSigningSecret: () => 'Enter the signing secret of the Slack app, which has at least 8 characters.',
  smtpAddress: () => 'Enter an address such as smtp://host:587.',
  noSettings: () => 'Name at least one setting.',
  settingElsewhere: () => 'This cannot be changed here.',
  delegationOff: ({ permission }) => `An administrator has to switch on ${permission} first.`,
  delegationImpossible: () => 'The server signs in with a managed identity, which cannot act for people.',
  searchIndexForm: () => 'Use 2 to 128 lower-case letters, digits and single dashes; do not begin or end with a dash.',
  ownRole: () => 'You would remove your own administrator role. Let another administrator do that.',
  mailSender: () => 'Enter an e-mail address, with a name before it if you like.',
} as const satisfies Catalogue;

/** Faults of the registrations in Microsoft Entra ID, or of the values given for them. */
const REGISTRATIONS = {
  spacesAround: () => 'Remove the spaces around it.',
  setByVariable: ({ variable }) => `The environment variable ${variable} sets this; it cannot be changed here.`,
  otherHost: ({ publicUrl }) => `People reach this server at ${publicUrl}. Open this page there, or change PUBLIC_URL.`,
  tenantUnreachable: () => 'Microsoft does not answer. Look at the network of the server, and try again.',
  tenantUnknown: () => 'There is no such tenant. Enter the “Directory (tenant) ID” of the registration.',
  clientUnknown: () => 'The tenant has no such registration. Enter its “Application (client) ID”.',
  clientDisabled: () => 'This registration is disabled. Enable it under Enterprise applications, Properties.',
  redirectUnknown: ({ redirectUri }) =>
    `The client registration does not name ${redirectUri}. Add it: Authentication, platform Single-page application.`,
  apiUnknown: ({ directoryClientId }) =>
    `The server registration is not exposed. Give it the ID api://${directoryClientId} and the scope User.Read: Expose an API.`,
  secretWrong: () => 'This is not the secret. Enter the value of the secret, not its ID.',
  secretExpired: () => 'This secret has expired. Make another one: Certificates & secrets.',
  identityMissing: () => 'The machine of this server has no managed identity.',
  consentMissing: ({ missing }) => `An administrator of the tenant has to consent to ${missing}.`,
  tenantRefuses: ({ number }) => `Microsoft refuses this: ${number}.`,
  registrationNotSet: () => 'The client ID of this registration is not set yet.',
  registrationSecretNotSet: () => 'The client secret of this registration is not set yet.',
  siteForm: () =>
    'Enter the address of a site, such as https://contoso.sharepoint.com/sites/handbook, or the ID that Microsoft Graph gives it.',
  siteUnknown: () => 'There is no such site in this tenant.',
  siteNotGranted: () => 'The document-site registration has no access to this site, or no longer has it.',
  nameAmbiguous: () => 'The directory has several entries with this name. Enter the object ID.',
} as const satisfies Catalogue;

/** All faults, in English; clients in other languages have their own text per id. */
export const FAULTS = { ...SCHEMA, ...EXPRESSIONS, ...FLOW, ...CONFIG, ...SETTINGS, ...REGISTRATIONS };

export type FaultId = keyof typeof FAULTS;

export const FAULT_IDS = Object.keys(FAULTS) as FaultId[];

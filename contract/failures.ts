import { counted, type Catalogue, type Values } from './answers/words.ts';

/** The expected result of an expression, where its name differs from the kind. */
const KINDS: Record<string, string> = { link: 'link of http or https', httpsLink: 'link of https' };

/** What a server does that gives no complete answer; any other reason is that it cannot be reached. */
const UNREACHABLE: Record<string, string> = {
  nameless: 'has no address',
  certificate: 'has no certificate that this server trusts',
  cut: 'closed the connection before its answer was complete',
  malformed: 'gave an answer that cannot be read',
  headers: 'answers with more than 16 kB of headers',
};

/**
 * Why nodes and executions fail, in English, by the code that flows branch on; clients have their own text per code.
 */
export const FAILURES = {
  human_input_timeout: () => 'The question was not answered in time.',
  human_input_cancelled: () => 'The question was withdrawn.',
  prompt_too_long: ({ count }) => `The prompt has more than ${counted(count, 'character', 'characters')}.`,
  assignees_empty: () => 'There is nobody to ask: the assignees are empty.',
  assignee_unknown: ({ kind, reference }) =>
    kind === 'value'
      ? `The variable holds something that names nobody: ${reference}.`
      : kind === 'disabled'
        ? `The account of "${reference}" is disabled in the directory.`
        : `The directory knows no ${kind === 'principal' ? 'person or group' : kind} called "${reference}".`,
  assignee_unreachable: ({ reference }) =>
    `"${reference}" is outside the directory and can be asked by e-mail only; this question does not use it, or it is not switched on here.`,
  node_failed: () => 'The step failed for a reason that was reported to the operators.',
  outcome_unknown: () => 'The server stopped while this step ran, and it must not run twice.',
  expression_failed: ({ why, node, next }) =>
    why === 'condition'
      ? `The condition of the connection from "${node}" to "${next}" is neither true nor false.`
      : 'An expression failed. The details may quote answers, so only owners of the flow see them.',
  no_edge: ({ node }) => `No condition of the connections from "${node}" is true.`,
  branches_scattered: ({ nodes }) => `Branches that began together are joined at different steps: ${nodes}.`,
  context_too_large: () => 'The outputs of this execution are larger than 1 MB together.',
  nested_too_deep: ({ count }) =>
    `The output has more than ${counted(count, 'level', 'levels')} of nested lists and objects.`,
  too_many_asked: ({ count }) =>
    `The executions of this starter have asked ${counted(count, 'person', 'people')} within an hour; they may not ask more.`,
  asked_too_often: ({ name, count }) =>
    `The executions of this starter have asked ${name} ${counted(count, 'question', 'questions')} within an hour; they may not ask more.`,
  too_many_steps: ({ count }) => `An execution takes at most ${counted(count, 'step', 'steps')}.`,
  person_not_found: ({ why, reference }) =>
    why === 'blank' ? 'Nobody is named: the person is empty.' : `The directory does not know "${reference}".`,
  no_manager: ({ name }) => `The directory has no manager for ${name}.`,
  expression_budget: ({ period, seconds }) =>
    period === 'minute'
      ? `The expressions of this execution computed for ${counted(seconds, 'second', 'seconds')} within a minute; they may not compute longer.`
      : `The expressions of this execution computed for ${counted(seconds, 'second', 'seconds')} in all; they may not compute longer.`,
  http_bad_url: ({ why }) =>
    why === 'scheme'
      ? 'Only https addresses can be called.'
      : why === 'credentials'
        ? 'An address must not carry a user name or password; send a header instead.'
        : why === 'dots'
          ? 'A value in the address is a dot or two, which would lead to another place.'
          : 'This is not an address.',
  http_bad_header: ({ name }) => `The header ${JSON.stringify(name)} cannot be sent.`,
  http_address_refused: ({ host }) => `${host} leads to an address that is not public.`,
  http_redirect_refused: () => 'The address redirects to another one; redirects are not followed.',
  http_timeout: ({ host }) => `${host} did not answer in time.`,
  http_too_large: ({ host, count }) => `${host} answers with more than ${counted(count, 'byte', 'bytes')}.`,
  http_unreachable: ({ host, why }) => `${host} ${UNREACHABLE[String(why)] ?? 'cannot be reached'}.`,
  http_status: ({ host, status }) => `${host} answered with status ${status}.`,
  sign_in_required: () =>
    'Handback can no longer act for the person who started this: they have to sign in and start the flow again.',
  sign_in_challenged: () =>
    'The organisation demands more of the sign-in of the person who started this, such as a second factor: they have to sign in with the claims of this failure and start the flow again.',
  consent_missing: ({ permission }) => `Nobody has consented to the permission ${permission} for this person.`,
  delegation_off: ({ permission }) => `An administrator has switched ${permission} off.`,
  delegation_impossible: () => 'The server signs in with a managed identity, which cannot act for people.',
  graph_not_found: ({ reason }) => `Microsoft Graph finds nothing there (${reason}).`,
  graph_name_taken: ({ reason }) => `Something with this name already exists (${reason}).`,
  graph_refused: ({ reason }) => `Microsoft Graph refuses this (${reason}).`,
  graph_unavailable: () => 'Microsoft Graph cannot be reached right now, or is too busy.',
  graph_outcome_unknown: () =>
    'Microsoft Graph did not answer. It is not known whether it was done, so it is not tried again.',
  file_too_large: () => 'The file is larger than an execution can carry.',
  not_text: () => 'The file is not text.',
  path_refused: ({ path }) => `This path cannot be used: "${path}".`,
  address_invalid: ({ address }) => `This is not an e-mail address: "${address}".`,
  time_invalid: ({ why, text }) =>
    why === 'order'
      ? `The event does not end after it begins: ${text}.`
      : `This is not a time with a time zone: "${text}".`,
  bad_instant: ({ why, count }) =>
    why === 'far'
      ? `The time to wait for is more than ${counted(count, 'day', 'days')} away.`
      : why === 'blank'
        ? 'The expression for the time to wait for finds nothing.'
        : 'What it waits for is not a time: give one such as 2026-12-24T08:00:00+01:00, or milliseconds since 1970.',
  secret_missing: ({ name }) => `There is no secret "${name}" that this flow may use.`,
  value_missing: () => 'The expression finds nothing.',
  value_wrong_kind: ({ kind }) => `The expression gives no ${KINDS[kind!] ?? kind}.`,
  value_cut: ({ count }) =>
    `The expression gives more than ${counted(count, 'character', 'characters')}; the rest was cut.`,
  file_unavailable: () => 'The expression names a file that is not part of any answer in this execution.',
  too_many_attachments: ({ count }) =>
    `Only ${counted(count, 'attachment', 'attachments')} can be shown; the rest was left out.`,
  currency_unknown: () => 'The expression gives no currency, such as EUR.',
  secret_unavailable: ({ name }) => `The header "${name}" does not lead to a password field.`,
} as const satisfies Catalogue;

export type FailureCode = keyof typeof FAILURES;

/** A failure with its values: enough to translate it. */
export const failure = (code: FailureCode, values: Values = {}): { code: string; message: string; values: Values } => ({
  code,
  message: (FAILURES as Catalogue)[code]!(values),
  values,
});

import { wordsOf } from '../../contract/english.ts';
import {
  ProblemError,
  type FailedCheck,
  type FieldChecks,
  type Problem,
  type ProblemCode,
} from '../../contract/problem.ts';

interface Entry {
  status: number;
  title: string;
  /** What the caller can do about it; shown in the API documentation. */
  advice: string;
}

/** All problem codes of the API (behaviour 7). Bad input is never a 5xx. */
export const PROBLEMS: Record<ProblemCode, Entry> = {
  malformed: { status: 400, title: 'The request cannot be read', advice: 'Correct the body, the path or the query.' },
  too_slow: { status: 408, title: 'The request arrived too slowly', advice: 'Send it again without pauses.' },
  unauthenticated: { status: 401, title: 'Sign in first', advice: 'Send a valid bearer token.' },
  forbidden: { status: 403, title: 'Not allowed', advice: 'Ask an administrator for the role that allows it.' },
  not_assignee: { status: 403, title: 'You were not asked this question', advice: 'Let one of the assignees answer.' },
  template_access_denied: {
    status: 403,
    title: 'No access to this prompt template',
    advice: 'Let one of the assignees open it.',
  },
  not_found: { status: 404, title: 'Not found', advice: 'Check the id.' },
  already_responded: {
    status: 409,
    title: 'You have already answered',
    advice: 'Read the recorded answer; it stands.',
  },
  request_closed: {
    status: 409,
    title: 'The request is closed',
    advice: 'Read its outcome; it needs no more answers.',
  },
  invalid_transition: { status: 409, title: 'Not possible in this state', advice: 'Read the current state again.' },
  flow_exists: {
    status: 409,
    title: 'A flow with this id already exists',
    advice: 'Choose another id, or save a new version of it.',
  },
  flow_retired: {
    status: 409,
    title: 'The flow is retired',
    advice: 'Ask one of its owners to bring it back.',
  },
  chat_retired: {
    status: 409,
    title: 'The chat is retired',
    advice: 'Ask its owner to bring it back.',
  },
  secret_exists: {
    status: 409,
    title: 'A secret with this name already exists',
    advice: 'Choose another name.',
  },
  registration_unusable: {
    status: 409,
    title: 'The registration cannot be used',
    advice: 'Correct the named settings, or the registration at Microsoft Entra ID, and try again.',
  },
  link_unusable: { status: 410, title: 'This link cannot be used', advice: 'Open the request in the web client.' },
  changed_meanwhile: {
    status: 412,
    title: 'Somebody else has changed this in the meantime',
    advice: 'Read it again, and send your change with the new ETag.',
  },
  payload_too_large: { status: 413, title: 'Too large', advice: 'Send less.' },
  unsupported_media_type: {
    status: 415,
    title: 'Media type not supported',
    advice: 'Send the documented content type.',
  },
  validation_failed: { status: 422, title: 'Some values are not valid', advice: 'Correct the named fields.' },
  rate_limited: { status: 429, title: 'Too many requests', advice: 'Wait as long as Retry-After says.' },
  limit_reached: {
    status: 429,
    title: 'You have reached a limit',
    advice: 'Wait as long as Retry-After says, or ask an administrator to raise the limit.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    advice: 'Try again; quote the requestId when you report it.',
  },
  unavailable: { status: 503, title: 'Not available right now', advice: 'Try again in a moment.' },
  not_set_up: {
    status: 503,
    title: 'Handback is not set up yet',
    advice: 'Open it in a browser and complete the set-up.',
  },
  storage_full: {
    status: 507,
    title: 'No space left for files',
    advice: 'Free up space in your drive, or tell an administrator that the disk of the server may be nearly full.',
  },
};

export { ProblemError };

export const notFound = (what: string): ProblemError =>
  new ProblemError('not_found', `There is no ${what} with this id.`);
export const forbidden = (detail: string): ProblemError => new ProblemError('forbidden', detail);
/** @param askedMs how long the unreachable service asks us to wait; null: it does not say */
export const unavailable = (detail: string, askedMs: number | null = null): ProblemError =>
  new ProblemError('unavailable', detail, { retryAfterSeconds: Math.max(1, Math.ceil((askedMs ?? 2000) / 1000)) });
/** A validation error. @param checks by path of the field */
export const failed = (checks: FieldChecks): ProblemError =>
  new ProblemError('validation_failed', `Not valid: ${Object.keys(checks).join(', ')}.`, { checks });

/** A refusal whose detail is the text of its checks. @param checks by what caused the refusal */
export const refused = (code: ProblemCode, checks: FieldChecks): ProblemError =>
  new ProblemError(code, Object.values(wordsOf(checks)).join(' '), { checks });

/** A registration that cannot do its job. @param checks by the settings that define it */
export const unusable = (checks: FieldChecks): ProblemError => refused('registration_unusable', checks);

export const check = (id: FailedCheck['id'], values: FailedCheck['values'] = {}): FailedCheck => ({ id, values });

/** @param instance the path that was called, without its query: queries may hold tokens */
export function toProblem(
  { code, detail, extra: { checks, recorded } }: ProblemError,
  { instance, requestId }: Pick<Problem, 'instance' | 'requestId'>,
): Problem {
  const { status, title } = PROBLEMS[code];
  const fields = checks && wordsOf(checks);
  return { type: `/api/docs#${code}`, title, status, detail, code, instance, requestId, fields, checks, recorded };
}

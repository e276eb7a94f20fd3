import { countBounds, isShown, showValue } from '../../contract/answers.ts';
import type { FileLink, FileView } from '../../contract/files.ts';
import type { GivenValues } from '../../contract/conversation.ts';
import { checkComment, COMMENT_FIELD } from '../../contract/comment.ts';
import type { Payload, Source } from '../../contract/payload.ts';
import { isPlainApproval } from '../../contract/approval.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import { OwnWord, type ShownField } from '../../contract/summaries.ts';
import { labelOf, optionsOf, type VariableSpec } from '../../contract/variables.ts';
import type { FileService } from '../files/fileService.ts';
import { checkWithPatterns, withOffsets } from '../flow/answerChecks.ts';
import { findPrincipals, PRINCIPAL_KINDS, referenceOf, type PrincipalFinder } from '../flow/namedPrincipals.ts';
import { failed, unavailable } from '../foundation/errors.ts';
import type { Cipher } from '../foundation/settings/cipher.ts';
import { DirectoryError } from '../people/directory/directory.ts';
import type { OptionsSources } from './optionsSource.ts';
import type { Request, RequestBody } from './requestStore.ts';
import type { StoredResponse } from './responseStore.ts';
import { sealAnswer } from './sealedAnswers.ts';

export interface AnswerValues {
  /**
   * Turns submitted values into what is stored: validates them against the request's specs, looks up people, groups and
   * files, and seals passwords. `shown` is how others may read the answer.
   * @throws ProblemError validation_failed with a message per field
   */
  prepare(request: Request, given: GivenValues, sender: Sender): Promise<{ payload: Payload; shown: ShownField[] }>;
  /** Releases what `prepare` kept for a person whose answer was refused for good. @param stored their answer, if any */
  discard(request: Request, person: string, stored: Pick<StoredResponse, 'payload'> | null): Promise<void>;
}

/** The sender of an answer, and its channel. */
interface Sender {
  /** The person's id. */
  responder: string;
  source: Source;
}

interface Parts {
  files: Pick<FileService, 'take' | 'release'>;
  directory: PrincipalFinder;
  cipher: Cipher;
  options: OptionsSources;
  /** The server's time zone. */
  timeZone: string;
}

export function createAnswerValues({ directory, cipher, options, files, timeZone }: Parts): AnswerValues {
  async function prepare({ id, executionId, body }: Request, given: GivenValues, { responder, source }: Sender) {
    const instants = withOffsets(body.variables, given.values, timeZone);
    const { offered, meant } = await options.offeredFor(id, body.variables, instants);
    const checked = checkWithPatterns(body.variables, meant, offered);
    const commented = checkComment(body, meant, given.comment);
    if (!checked.ok || !commented.ok) {
      const checks = { ...(!checked.ok && checked.checks), ...(!commented.ok && { [COMMENT_FIELD]: commented.check }) };
      throw failed({ ...checks, ...(await principalsMissing(body.variables, { meant, checks }, directory)) });
    }
    const values = sealPasswords(
      body.variables,
      await resolvedPrincipals(body.variables, checked.values, directory),
      (variable, plain) => sealAnswer(cipher, { executionId, requestId: id, person: responder }, variable, plain),
    );
    Object.assign(values, await files.take(id, responder, body.variables, values));
    const note = given.note ? `${source.note}: ${given.note}` : source.note;
    const { comment } = commented;
    const payload = { isForm: body.inputType === 'form', values, note, ...(comment !== undefined && { comment }) };
    return { payload, shown: shownOf({ ...body, variables: withOffered(body.variables, offered) }, values) };
  }

  async function discard({ id, body }: Request, person: string, stored: Pick<StoredResponse, 'payload'> | null) {
    const fields = body.variables.filter(({ type }) => type === 'file').map(({ name }) => name);
    if (fields.length > 0)
      await files.release(id, person, stored ? fields.flatMap((each) => uploadsIn(stored, each)) : []);
  }

  return { prepare, discard };
}

/** The uploads in one field of an answer. */
const uploadsIn = ({ payload }: Pick<StoredResponse, 'payload'>, field: string): string[] =>
  ((payload.values[field] ?? []) as (FileView | FileLink)[]).flatMap((item) => ('id' in item ? [item.id] : []));

/** Options from a source have no labels in the spec, so their values are used as labels. */
const withOffered = (specs: VariableSpec[], offered: Record<string, string[]>): VariableSpec[] =>
  specs.map((spec) =>
    offered[spec.name] && optionsOf(spec).length === 0
      ? { ...spec, options: offered[spec.name]!.map((value) => ({ value })) }
      : spec,
  );

type Asked = Pick<RequestBody, 'inputType' | 'variables'>;

function shownOf({ inputType, variables }: Asked, values: Record<string, unknown>): ShownField[] {
  return variables
    .filter((spec) => isShown(spec) && values[spec.name] !== undefined)
    .map((spec) => {
      const word = ownWordOf(inputType, spec, values[spec.name]);
      return {
        ...(inputType === 'form' && { label: labelOf(spec) }),
        text: showValue(spec, values[spec.name]),
        ...(word && { word }),
      };
    });
}

function ownWordOf(
  inputType: Asked['inputType'],
  { type, options }: VariableSpec,
  value: unknown,
): OwnWord | undefined {
  if (type === 'boolean') return value === true ? 'yes' : 'no';
  return isPlainApproval(inputType, options) ? OwnWord.parse(value) : undefined;
}

/** Stores people and groups as the directory knows them, each once, however they were typed. */
async function resolvedPrincipals(
  specs: VariableSpec[],
  values: Record<string, unknown>,
  directory: Parts['directory'],
): Promise<Record<string, unknown>> {
  const { resolved, checks } = await lookUp(specs, values, directory).catch(asUnavailable);
  if (Object.keys(checks).length > 0) throw failed(checks);
  return { ...values, ...resolved };
}

/**
 * The people and groups in an answer with other faults whom the directory does not know, so that its sender can mend all
 * of them at once. None if the directory is away: the other faults are known without it.
 */
async function principalsMissing(
  specs: VariableSpec[],
  { meant, checks }: { meant: Record<string, unknown>; checks: FieldChecks },
  directory: Parts['directory'],
): Promise<FieldChecks> {
  const faulty = new Set(Object.keys(checks).map((key) => key.split('.')[0]));
  const others = specs.filter(
    ({ name, type }) => PRINCIPAL_KINDS[type] && Object.hasOwn(meant, name) && !faulty.has(name),
  );
  const checked = checkWithPatterns(others, Object.fromEntries(others.map(({ name }) => [name, meant[name]])));
  if (others.length === 0 || !checked.ok) return {};
  const looked = await lookUp(others, checked.values, directory).catch((error: unknown) => {
    if (error instanceof DirectoryError) return { checks: {} };
    throw error;
  });
  return looked.checks;
}

async function lookUp(specs: VariableSpec[], values: Record<string, unknown>, directory: Parts['directory']) {
  const resolved: Record<string, unknown> = {};
  const checks: FieldChecks = {};
  for (const spec of specs) {
    const kind = PRINCIPAL_KINDS[spec.type];
    if (!kind || values[spec.name] === undefined) continue;
    const given = values[spec.name];
    const list = Array.isArray(given) ? given : [given];
    const found = await findPrincipals(list, kind, directory);
    const missing = list.filter((_, n) => !found[n]).map(referenceOf);
    const names = missing.join(', ');
    if (missing.length > 0) checks[spec.name] = { id: `${kind}Unknown`, values: { names } };
    const each = [...new Map(found.map((one) => [one?.id, one])).values()];
    const { min } = countBounds(spec);
    const isFewer = Array.isArray(given) && missing.length === 0 && each.length < min;
    if (isFewer)
      checks[spec.name] = { id: kind === 'person' ? 'atLeastPeople' : 'atLeastGroups', values: { count: min } };
    resolved[spec.name] = Array.isArray(given) ? each : found[0];
  }
  return { resolved, checks };
}

function asUnavailable(error: unknown): never {
  if (error instanceof DirectoryError)
    throw unavailable('The directory cannot be asked right now; nothing was stored.');
  throw error;
}

function sealPasswords(
  specs: VariableSpec[],
  values: Record<string, unknown>,
  seal: (variable: string, plain: string) => unknown,
): Record<string, unknown> {
  const sealed = { ...values };
  for (const { name, type } of specs)
    if (type === 'password' && values[name] !== undefined) sealed[name] = seal(name, String(values[name]));
  return sealed;
}

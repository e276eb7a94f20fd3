import { showValue } from '../../contract/answers.ts';
import { withoutTurns } from '../../contract/cleanText.ts';
import type { Outcome, ShownAnswer, ShownComment } from '../../contract/messages.ts';
import { toPublic, type Recorded } from '../../contract/payload.ts';
import { labelOf, type VariableSpec } from '../../contract/variables.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { Request } from './requestStore.ts';
import type { StoredResponse } from './responseStore.ts';

export function recordedOf({ body }: Pick<Request, 'body'>, { payload, channel, at }: StoredResponse): Recorded {
  const values = withoutSecrets(body.variables, payload.values);
  return { ...toPublic({ ...payload, values }), channel, respondedAt: toIso(at) };
}

type Commented = Pick<Request['body'], 'comment'>;

/** The comment of an answer as it is displayed; null if there is none. */
export function commentOf({ comment: offer }: Commented, { payload }: Pick<StoredResponse, 'payload'>) {
  if (payload.comment === undefined) return null;
  const comment: ShownComment = { text: withoutTurns(payload.comment) };
  return offer?.label === undefined ? comment : { label: offer.label, ...comment };
}

/** A comment as one of the person's own answers. */
const asAnswer = ({ label, text }: ShownComment): ShownAnswer =>
  label === undefined ? { label: 'Comment', text, labelWord: 'comment' } : { label, text };

/** Leaves out hidden variables; nobody sees a password. */
export function withoutSecrets(specs: VariableSpec[], values: Record<string, unknown>): Record<string, unknown> {
  const shown = specs.filter(({ type, name }) => type !== 'hidden' && values[name] !== undefined);
  return Object.fromEntries(shown.map(({ name, type }) => [name, type === 'password' ? 'provided' : values[name]]));
}

type Asked = Pick<Request['body'], 'inputType' | 'variables'>;

/** Label and text of every field that a person filled in, for that person only. */
export function answersOf({ inputType, variables: specs }: Asked, { payload }: StoredResponse): ShownAnswer[] {
  const values = withoutSecrets(specs, payload.values);
  return specs
    .filter(({ name }) => Object.hasOwn(values, name))
    .map((spec) => {
      const value = values[spec.name];
      return { label: labelOf(spec), text: withoutTurns(showValue(spec, value)), given: { inputType, spec, value } };
    });
}

interface Given {
  own: StoredResponse | null;
  /** The answer that completed the question, which everybody sees. */
  completing: StoredResponse | null;
}

/** The answers in an outcome: the comment of the completing answer, and the person's own answer with its comment. */
export function answersInOutcome(
  body: Asked & Commented,
  { own, completing }: Given,
): Pick<Outcome, 'comment' | 'answers'> {
  const comment = completing && commentOf(body, completing);
  const ownComment = own && own.person !== completing?.person ? commentOf(body, own) : null;
  return {
    ...(comment && { comment }),
    answers: own ? [...answersOf(body, own), ...(ownComment ? [asAnswer(ownComment)] : [])] : [],
  };
}

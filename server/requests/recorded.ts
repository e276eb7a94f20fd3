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

/** What somebody has added to their answer, as people are to see it; null where that is nothing. */
export function commentOf({ comment: offer }: Commented, { payload }: Pick<StoredResponse, 'payload'>) {
  if (payload.comment === undefined) return null;
  const comment: ShownComment = { text: withoutTurns(payload.comment) };
  return offer?.label === undefined ? comment : { label: offer.label, ...comment };
}

/** The same among somebody's own answers. */
const asAnswer = ({ label, text }: ShownComment): ShownAnswer =>
  label === undefined ? { label: 'Comment', text, labelWord: 'comment' } : { label, text };

/** Hidden variables are the server's own business, passwords nobody's. */
export function withoutSecrets(specs: VariableSpec[], values: Record<string, unknown>): Record<string, unknown> {
  const shown = specs.filter(({ type, name }) => type !== 'hidden' && values[name] !== undefined);
  return Object.fromEntries(shown.map(({ name, type }) => [name, type === 'password' ? 'provided' : values[name]]));
}

type Asked = Pick<Request['body'], 'inputType' | 'variables'>;

/** Label and text of every field somebody filled in, for the person's own eyes. */
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
  /** The answer that completed the question, which everybody is told of. */
  completing: StoredResponse | null;
}

/** What an outcome holds of answers: the comment of the one that it tells of, and somebody's own with theirs. */
export function saidIn(body: Asked & Commented, { own, completing }: Given): Pick<Outcome, 'comment' | 'answers'> {
  const comment = completing && commentOf(body, completing);
  const ownComment = own && own.person !== completing?.person ? commentOf(body, own) : null;
  return {
    ...(comment && { comment }),
    answers: own ? [...answersOf(body, own), ...(ownComment ? [asAnswer(ownComment)] : [])] : [],
  };
}

import { showValue } from '../../contract/answers.ts';
import { withoutTurns } from '../../contract/cleanText.ts';
import type { ShownAnswer } from '../../contract/messages.ts';
import { toPublic, type Recorded } from '../../contract/payload.ts';
import { labelOf, type VariableSpec } from '../../contract/variables.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { Request } from './requestStore.ts';
import type { StoredResponse } from './responseStore.ts';

export function recordedOf({ body }: Pick<Request, 'body'>, { payload, channel, at }: StoredResponse): Recorded {
  const values = withoutSecrets(body.variables, payload.values);
  return { ...toPublic({ ...payload, values }), channel, respondedAt: toIso(at) };
}

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

import { showValue, SIMPLE_FIELD } from '../../contract/answers.ts';
import { labelOf, type VariableSpec } from '../../contract/variables.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { StoredPayload } from './humanResult.ts';
import type { Request, StoredResponse } from './requestStore.ts';

/** A stored response as its own author may see it again: everything but passwords. */
export interface Recorded {
  value: string | null;
  values?: Record<string, unknown>;
  note: string;
  channel: string;
  respondedAt: string;
}

export function recordedOf({ body }: Pick<Request, 'body'>, { payload, channel, at }: StoredResponse): Recorded {
  const { value, values, note } = JSON.parse(payload) as StoredPayload;
  return {
    value,
    ...(values && { values: withoutSecrets(body.variables, values) }),
    note,
    channel,
    respondedAt: toIso(at),
  };
}

/** Hidden variables are the server's own business, passwords nobody's. */
export function withoutSecrets(specs: VariableSpec[], values: Record<string, unknown>): Record<string, unknown> {
  const shown = specs.filter(({ type, name }) => type !== 'hidden' && values[name] !== undefined);
  return Object.fromEntries(shown.map(({ name, type }) => [name, type === 'password' ? 'provided' : values[name]]));
}

/** Label and text of every field somebody filled in, for the person's own eyes. */
export function answersOf(specs: VariableSpec[], { payload }: StoredResponse): { label: string; text: string }[] {
  const { value, values } = JSON.parse(payload) as StoredPayload;
  const given = values ?? { [SIMPLE_FIELD]: value };
  return specs
    .filter((spec) => spec.type !== 'hidden' && given[spec.name] !== undefined)
    .map((spec) => ({ label: labelOf(spec), text: showValue(spec, given[spec.name]) }));
}

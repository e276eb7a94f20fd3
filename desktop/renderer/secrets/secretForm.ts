import type { FlowSummary } from '../../../contract/flows.ts';
import {
  MOST_SECRET_FLOWS,
  SECRET_NAME_PATTERN,
  SHORTEST_SECRET,
  type SecretBody,
  type SecretSummary,
} from '../../../contract/secrets.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import type { Text } from '../text.ts';

type FlowName = Pick<FlowSummary, 'id' | 'name'>;

/**
 * The form fields of a secret.
 * @param secret null: a new one
 * @param names of the flows that the person may read, retired ones too
 */
export const secretSpecs = (
  secret: SecretSummary | null,
  flows: readonly FlowSummary[],
  names: readonly FlowName[],
  text: Text,
): VariableSpec[] => [
  ...(secret ? [] : [nameSpec(text)]),
  {
    name: 'value',
    type: 'password',
    label: text(secret ? 'secrets.newValue' : 'secrets.value'),
    description: text(secret ? 'secrets.newValueHint' : 'secrets.valueHint'),
    required: secret === null,
    validation: { min: SHORTEST_SECRET },
  },
  {
    name: 'flows',
    type: 'multiselect',
    label: text('secrets.flows'),
    description: text('secrets.flowsHint'),
    default: secret?.flows,
    options: optionsFor(secret, flows, names),
    validation: { max: MOST_SECRET_FLOWS },
  },
];

const nameSpec = (text: Text): VariableSpec => ({
  name: 'name',
  type: 'text',
  label: text('secrets.name'),
  required: true,
  validation: { regex: SECRET_NAME_PATTERN, message: text('check.secretNameForm') },
});

/** The flows that this person may edit, plus those that already use the secret. */
function optionsFor(secret: SecretSummary | null, flows: readonly FlowSummary[], names: readonly FlowName[]) {
  const before = secret?.flows ?? [];
  const known = flows.filter(({ id, may }) => may.change || before.includes(id));
  const others = before.filter((id) => !known.some((flow) => flow.id === id));
  const named = others.map((id) => names.find((flow) => flow.id === id) ?? { id, name: id });
  return [...known, ...named].map(({ id, name }) => ({ value: id, label: name }));
}

/** The values as a body for the server; an empty value keeps the stored one. */
export const toSecretBody = ({ value, flows }: Record<string, unknown>): SecretBody => ({
  ...(value !== undefined && { value: value as string }),
  flows: (flows as string[] | undefined) ?? [],
});

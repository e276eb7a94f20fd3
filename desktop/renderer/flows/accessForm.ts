import type {
  FlowAccess,
  FlowAccessBody,
  FlowPrincipal,
  FlowRole,
  PrincipalKind,
} from '../../../contract/flowAccess.ts';
import type { PrincipalReference, VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import type { Text } from '../text.ts';

const MOST_PRINCIPALS = 200;

/** The form has two fields per list, because people and groups are searched separately. */
const FIELDS = [
  { name: 'ownerPeople', role: 'owner', kind: 'user' },
  { name: 'ownerGroups', role: 'owner', kind: 'group' },
  { name: 'readerPeople', role: 'reader', kind: 'user' },
  { name: 'readerGroups', role: 'reader', kind: 'group' },
  { name: 'starterPeople', role: 'starter', kind: 'user' },
  { name: 'starterGroups', role: 'starter', kind: 'group' },
] as const satisfies { name: string; role: FlowRole; kind: PrincipalKind }[];

export const listOf = ({ owners, readers, starters }: FlowAccess, role: FlowRole): FlowPrincipal[] => {
  if (role === 'owner') return owners;
  if (role === 'reader') return readers;
  return starters === 'everyone' ? [] : starters;
};

/** The access lists of a flow, as form fields. */
export function accessSpecs(access: FlowAccess, text: Text): VariableSpec[] {
  const fields = FIELDS.map(({ name, role, kind }): VariableSpec => ({
    name,
    type: kind === 'user' ? 'multiuser' : 'multigroup',
    label: text(`access.${name}`),
    ...(kind === 'user' && { description: text(`access.${role}Hint`) }),
    default: listOf(access, role)
      .filter((each) => each.kind === kind)
      .map(({ id, displayName, email }) => ({ id, displayName, email })),
    validation: { max: MOST_PRINCIPALS },
  }));
  const open: VariableSpec = {
    name: 'isOpen',
    type: 'boolean',
    label: text('access.isOpen'),
    description: text('access.isOpenHint'),
    default: access.starters === 'everyone',
  };
  const first = FIELDS.findIndex(({ role }) => role === 'starter');
  return [...fields.slice(0, first), open, ...fields.slice(first)];
}

/** The values as a body for the server. @param version the one being changed */
export function toAccessBody(values: Record<string, unknown>, version: number): FlowAccessBody {
  const named = (wanted: FlowRole) =>
    FIELDS.filter(({ role }) => role === wanted).flatMap(({ name, kind }) =>
      ((values[name] as PrincipalReference[] | undefined) ?? []).map(({ id }) => ({ kind, id })),
    );
  return {
    owners: named('owner'),
    readers: named('reader'),
    starters: values['isOpen'] === true ? 'everyone' : named('starter'),
    version,
  };
}

/**
 * A refusal in the form's terms: with the form's fields instead of lists, or that somebody else was faster.
 *
 * @param sent the refused body
 */
export function asRefused(problem: unknown, sent: FlowAccessBody): unknown {
  if (problem instanceof ApiProblem && problem.code === 'invalid_transition')
    return new ApiProblem('changed_meanwhile', problem.status, problem.detail);
  if (!(problem instanceof ApiProblem) || !problem.extra.fields) return problem;
  const { fields, checks = {}, ...rest } = problem.extra;
  const moved = <Said>(said: Record<string, Said>) =>
    Object.fromEntries(Object.entries(said).map(([path, each]) => [fieldOf(path, sent), each]));
  const extra = { ...rest, fields: moved(fields), checks: moved(checks) };
  return new ApiProblem(problem.code, problem.status, problem.detail, extra);
}

function fieldOf(path: string, sent: FlowAccessBody): string {
  const [list, index = ''] = path.split('.');
  const entries = sent[list as 'owners' | 'readers' | 'starters'];
  const kind = Array.isArray(entries) ? (entries[Number(index)]?.kind ?? 'user') : 'user';
  return FIELDS.find((field) => `${field.role}s` === list && field.kind === kind)?.name ?? path;
}

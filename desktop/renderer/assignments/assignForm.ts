import type { ChatVersionSummary, Chat } from '../../../contract/chats.ts';
import { CRITERIA, type Criterion } from '../../../contract/assignments.ts';
import { MOST_PRINCIPALS, MOST_RETRIES, type AssignBody, type Recurrence } from '../../../contract/sendings.ts';
import type { PrincipalReference, VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { initialValues } from '../inputs/formShape.ts';
import type { Text } from '../text.ts';

const HOUR_MS = 60 * 60_000;
const MOST_HOURS = 24 * 366;

export const REPEATS = ['never', 'daily', 'weekly', 'monthly', 'cron'] as const;
export type Repeats = (typeof REPEATS)[number];

/** 1 is Monday, as in cron expressions. */
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** Which fields the form shows, depending on the repetition. */
export interface Asked {
  repeats: Repeats;
  criterion: Criterion;
}

export const firstAsked = (chat: Pick<Chat, 'flowId'>): Asked => ({
  repeats: 'never',
  criterion: chat.flowId === null ? 'manual' : 'flow_completed',
});

const needsFlow = (criterion: Criterion): boolean => criterion.startsWith('flow_');
const canFail = (criterion: Criterion): boolean => criterion === 'flow_completed' || criterion === 'flow_passed';

interface About {
  chat: Pick<Chat, 'flowId' | 'version'>;
  versions: readonly ChatVersionSummary[];
  timeZone: string;
}

/** The fields of an assignment; leaves out those that do not apply. */
export function assignSpecs({ chat, versions, timeZone }: About, asked: Asked, text: Text): VariableSpec[] {
  const { repeats, criterion } = asked;
  const recurs = repeats !== 'never';
  const offered = CRITERIA.filter((each) => chat.flowId !== null || !needsFlow(each));
  return [
    { name: 'people', type: 'multiuser', label: text('assign.people'), validation: { max: MOST_PRINCIPALS } },
    { name: 'groups', type: 'multigroup', label: text('assign.groups'), validation: { max: MOST_PRINCIPALS } },
    { name: 'note', type: 'textarea', label: text('assign.note'), validation: { max: 2000 } },
    {
      name: 'criterion',
      type: 'select',
      label: text('assign.criterion'),
      required: true,
      default: firstAsked(chat).criterion,
      options: offered.map((value) => ({ value, label: text(`assignments.criterion.${value}`) })),
    },
    ...(canFail(criterion)
      ? [
          {
            name: 'retryBudget',
            type: 'number' as const,
            label: text('assign.retries'),
            description: text('assign.retriesHint'),
            default: 0,
            validation: { min: 0, max: MOST_RETRIES },
          },
        ]
      : []),
    {
      name: 'repeats',
      type: 'select',
      label: text('assign.repeats'),
      required: true,
      default: 'never',
      options: REPEATS.map((value) => ({ value, label: text(`assign.repeats.${value}`) })),
    },
    ...(recurs ? recurringSpecs(repeats, timeZone, text) : onceSpecs(text)),
    {
      name: 'version',
      type: 'select',
      label: text('assign.version'),
      placeholder: text('assign.version.newest'),
      options: versions.map(({ version, name }) => ({
        value: String(version),
        label: text('assign.version.one', { version, name }),
      })),
    },
    { name: 'allowDelegation', type: 'boolean', label: text('assign.allowDelegation'), default: false },
    { name: 'allowRejection', type: 'boolean', label: text('assign.allowRejection'), default: false },
  ];
}

/** The initial values of all fields, including those shown later, so that the form and its focus are kept. */
export const firstValues = (about: About, text: Text): Values =>
  Object.assign(
    {},
    ...REPEATS.map((repeats) => initialValues(assignSpecs(about, { repeats, criterion: 'flow_completed' }, text))),
  ) as Values;

const onceSpecs = (text: Text): VariableSpec[] => [
  { name: 'dueAt', type: 'datetime', label: text('assign.dueAt') },
  { name: 'expiresAt', type: 'datetime', label: text('assign.expiresAt'), description: text('assign.expiresHint') },
];

function recurringSpecs(repeats: Repeats, timeZone: string, text: Text): VariableSpec[] {
  const hours = (name: string, label: string): VariableSpec => ({
    name,
    type: 'number',
    label,
    description: text('assign.hoursHint'),
    validation: { min: 1, max: MOST_HOURS },
  });
  return [
    ...(repeats === 'weekly'
      ? [
          {
            name: 'weekday',
            type: 'select' as const,
            label: text('assign.weekday'),
            required: true,
            default: '1',
            options: WEEKDAYS.map((value) => ({ value, label: text(`assign.weekday.${value}`) })),
          },
        ]
      : []),
    ...(repeats === 'monthly'
      ? [
          {
            name: 'day',
            type: 'number' as const,
            label: text('assign.day'),
            required: true,
            default: 1,
            validation: { min: 1, max: 28 },
          },
        ]
      : []),
    repeats === 'cron'
      ? {
          name: 'cron',
          type: 'text',
          label: text('assign.cron'),
          description: text('assign.cronHint'),
          required: true,
          default: '0 9 * * 1-5',
        }
      : { name: 'time', type: 'time', label: text('assign.time'), required: true, default: '09:00' },
    { name: 'timeZone', type: 'text', label: text('assign.timeZone'), required: true, default: timeZone },
    hours('dueAfter', text('assign.dueAfter')),
    hours('expiresAfter', text('assign.expiresAfter')),
  ];
}

type Values = Record<string, unknown>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const listOf = (value: unknown) => (Array.isArray(value) ? (value as (PrincipalReference | string)[]) : []);
const idOf = (principal: PrincipalReference | string) => (typeof principal === 'string' ? principal : principal.id);

export const principalsOf = ({ people, groups }: Values): AssignBody['principals'] => [
  ...listOf(people).map((each) => ({ kind: 'user' as const, id: idOf(each) })),
  ...listOf(groups).map((each) => ({ kind: 'group' as const, id: idOf(each) })),
];

/** The cron expression of the chosen values; null while incomplete. */
export function cronOf(values: Values): string | null {
  const { repeats, weekday, day } = values;
  if (repeats === 'cron') return textOf(values['cron']) || null;
  const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(textOf(values['time'])) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const at = `${Number(minute)} ${Number(hour)}`;
  if (repeats === 'daily') return `${at} * * *`;
  if (repeats === 'weekly') return `${at} * * ${textOf(weekday) || '1'}`;
  return repeats === 'monthly' && Number(day) >= 1 ? `${at} ${Number(day)} * *` : null;
}

const afterMs = (hours: unknown) => (Number(hours) > 0 ? Math.round(Number(hours) * HOUR_MS) : undefined);

export function recurrenceOf(values: Values): Recurrence | undefined {
  const cron = values['repeats'] === 'never' ? null : cronOf(values);
  if (cron === null) return undefined;
  const dueAfterMs = afterMs(values['dueAfter']);
  const expiresAfterMs = afterMs(values['expiresAfter']);
  return {
    cron,
    timeZone: textOf(values['timeZone']),
    ...(dueAfterMs !== undefined && { dueAfterMs }),
    ...(expiresAfterMs !== undefined && { expiresAfterMs }),
  };
}

/** The values as a body for the server. */
export function toAssignBody(chatId: string, values: Values): AssignBody {
  const recurrence = recurrenceOf(values);
  const criterion = values['criterion'] as Criterion;
  const note = textOf(values['note']);
  const [dueAt, expiresAt, version] = [textOf(values['dueAt']), textOf(values['expiresAt']), Number(values['version'])];
  return {
    chatId,
    principals: principalsOf(values),
    criterion,
    retryBudget: canFail(criterion) ? Number(values['retryBudget'] ?? 0) : 0,
    allowDelegation: values['allowDelegation'] === true,
    allowRejection: values['allowRejection'] === true,
    ...(note && { note }),
    ...(version > 0 && { chatVersion: version }),
    ...(recurrence && { recurrence }),
    ...(!recurrence && dueAt && { dueAt }),
    ...(!recurrence && expiresAt && { expiresAt }),
  };
}

/** Maps the server's field names to the form's. */
const FIELDS: Record<string, string> = {
  principals: 'people',
  chatVersion: 'version',
  'recurrence.timeZone': 'timeZone',
  'recurrence.dueAfterMs': 'dueAfter',
  'recurrence.expiresAfterMs': 'expiresAfter',
};

/** Maps a refusal to the form's fields. */
export function onAssignFields(problem: unknown, { repeats }: Pick<Asked, 'repeats'>): unknown {
  if (!(problem instanceof ApiProblem) || !problem.extra.fields) return problem;
  const { fields, checks = {}, ...rest } = problem.extra;
  const isOfGroups = checks['principals']?.id.startsWith('group');
  const nameOf = (path: string) => {
    if (path === 'principals' && isOfGroups) return 'groups';
    return path === 'recurrence.cron' ? (repeats === 'cron' ? 'cron' : 'time') : (FIELDS[path] ?? path);
  };
  const moved = <Said>(said: Record<string, Said>) =>
    Object.fromEntries(
      Object.entries(said).map(([path, each]) => [nameOf(path.replace(/^principals\..*/, 'principals')), each]),
    );
  const extra = { ...rest, fields: moved(fields), checks: moved(checks) };
  return new ApiProblem(problem.code, problem.status, problem.detail, extra);
}

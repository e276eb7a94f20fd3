import type { InboxTab } from '../../../contract/notifications.ts';
import type { InboxView, ViewBody } from '../../../contract/views.ts';
import { DUES, INPUT_TYPES, SORTS, type InboxFilter } from '../routes.ts';

const TABS = ['pending', 'snoozed', 'completed', 'expired'] as const satisfies readonly InboxTab[];

/** The current filter as a named view. */
export function toViewBody(name: string, status: InboxTab, filter: InboxFilter = {}): ViewBody {
  const { scope: _, sort = 'due', group = 'none', ...narrowing } = filter;
  return { name, status, sort, group, filter: narrowing };
}

/** The filter of a view. Leaves out parts of newer versions and reports that (`isWhole`). */
export function shownBy(view: InboxView): { status: InboxTab; filter: InboxFilter; isWhole: boolean } {
  const stored = view.filter as Record<string, unknown>;
  const oneOf = <Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined =>
    choices.find((choice) => choice === value);
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  const known = {
    q: text(stored['q']),
    type: oneOf(INPUT_TYPES, stored['type']),
    flow: text(stored['flow']),
    node: text(stored['flow']) && text(stored['node']),
    due: oneOf(DUES, stored['due']),
  };
  const given = Object.entries(known).filter(([, value]) => value !== undefined);
  const sort = oneOf(SORTS, view.sort);
  const status = oneOf(TABS, view.status);
  return {
    status: status ?? 'pending',
    filter: { ...Object.fromEntries(given), ...(sort && { sort }), ...(view.group === 'equal' && { group: 'equal' }) },
    isWhole:
      given.length === Object.keys(stored).length &&
      status !== undefined &&
      (sort !== undefined || view.sort === 'due') &&
      (view.group === 'none' || view.group === 'equal'),
  };
}

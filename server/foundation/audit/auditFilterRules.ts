/** A search of the audit; an absent field does not filter. Moments in ms. */
export interface AuditSearch {
  actor?: string;
  /** One action or, with a trailing dot, a prefix of actions. */
  action?: string;
  subject?: string;
  from?: number;
  /** Before this moment. */
  to?: number;
}

/** The index that finds the rows. The other conditions are checked on those rows. */
export type Lead =
  | { by: 'subject' | 'actor'; is: string }
  | { by: 'action'; among: readonly string[] }
  | { by: 'time' };

/** Most rows have one of these actors, so an action is more selective. */
const PROGRAMS: readonly string[] = ['flow', 'clock', 'server', 'operator'];

/** Whether it stands for all actions with this prefix. */
export const isPrefix = (action: string): boolean => action.endsWith('.');

/** The most selective condition. @param actions the actions the search names; null: it names none */
export function leadOf({ subject, actor }: AuditSearch, actions: readonly string[] | null): Lead {
  if (subject !== undefined) return { by: 'subject', is: subject };
  if (actor !== undefined && !(actions && PROGRAMS.includes(actor))) return { by: 'actor', is: actor };
  return actions ? { by: 'action', among: actions } : { by: 'time' };
}

interface Found {
  actor: string;
  action: string;
}

/** The conditions the lead leaves to be checked; null: none. */
export function restOf(
  { actor }: AuditSearch,
  actions: readonly string[] | null,
  lead: Lead,
): ((row: Found) => boolean) | null {
  const wantedActor = lead.by === 'actor' ? undefined : actor;
  const wantedActions = lead.by === 'action' ? null : actions;
  if (wantedActor === undefined && !wantedActions) return null;
  return (row) =>
    (wantedActor === undefined || row.actor === wantedActor) && (!wantedActions || wantedActions.includes(row.action));
}

/** What somebody looks for in the audit; an absent part narrows nothing. Moments in ms. */
export interface AuditSearch {
  actor?: string;
  /** One action, or with a point at its end all that begin so. */
  action?: string;
  subject?: string;
  from?: number;
  /** Before this moment. */
  to?: number;
}

/** By which index rows are found. The other conditions are asked of what it finds. */
export type Lead =
  { by: 'subject' | 'actor'; is: string } | { by: 'action'; among: readonly string[] } | { by: 'time' };

/** These do most of what is done: an action narrows more. */
const PROGRAMS: readonly string[] = ['flow', 'clock', 'server', 'operator'];

/** Whether it stands for all actions that begin so. */
export const isPrefix = (action: string): boolean => action.endsWith('.');

/** The condition that leaves the fewest rows. @param actions that the search names; null: it names none */
export function leadOf({ subject, actor }: AuditSearch, actions: readonly string[] | null): Lead {
  if (subject !== undefined) return { by: 'subject', is: subject };
  if (actor !== undefined && !(actions && PROGRAMS.includes(actor))) return { by: 'actor', is: actor };
  return actions ? { by: 'action', among: actions } : { by: 'time' };
}

interface Found {
  actor: string;
  action: string;
}

/** What is still to be asked of a row that the lead has found; null: nothing. */
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

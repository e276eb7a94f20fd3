import type { AuditFilter } from '../../../contract/audit.ts';

/** The filter fields above the rows. Dates are days in the reader's time zone; an empty text does not filter. */
export interface AuditFilters {
  actor: string;
  action: string;
  subject: string;
  from: string;
  to: string;
}

export const NO_FILTERS: AuditFilters = { actor: '', action: '', subject: '', from: '', to: '' };

/** The start of a day in the reader's time zone; undefined for an invalid date. */
function startOf(date: string, daysLater = 0): string | undefined {
  const [year, month, day] = date.split('-').map(Number);
  const at = new Date(year!, month! - 1, day! + daysLater);
  return date === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The filter for the server; includes all of the last day. */
export function toSearch({ actor, action, subject, from, to }: AuditFilters): AuditFilter {
  return {
    actor: actor.trim() || undefined,
    action: action || undefined,
    subject: subject.trim() || undefined,
    from: startOf(from),
    to: startOf(to, 1),
  };
}

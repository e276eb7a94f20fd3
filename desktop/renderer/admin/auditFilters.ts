import type { AuditFilter } from '../../../contract/audit.ts';

/** What is filled in above the rows. Dates are days of the reader's own calendar; an empty text narrows nothing. */
export interface AuditFilters {
  actor: string;
  action: string;
  subject: string;
  from: string;
  to: string;
}

export const NO_FILTERS: AuditFilters = { actor: '', action: '', subject: '', from: '', to: '' };

/** The beginning of a day where the reader is; undefined for what is no date. */
function startOf(date: string, daysLater = 0): string | undefined {
  const [year, month, day] = date.split('-').map(Number);
  const at = new Date(year!, month! - 1, day! + daysLater);
  return date === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** What is asked of the server. The last day counts whole. */
export function toSearch({ actor, action, subject, from, to }: AuditFilters): AuditFilter {
  return {
    actor: actor.trim() || undefined,
    action: action || undefined,
    subject: subject.trim() || undefined,
    from: startOf(from),
    to: startOf(to, 1),
  };
}

import type { AuditFilter } from '../../../contract/audit.ts';
import { dayStart } from '../dayStart.ts';

/** The filter fields above the rows. Dates are days in the reader's time zone; an empty text does not filter. */
export interface AuditFilters {
  actor: string;
  action: string;
  subject: string;
  from: string;
  to: string;
}

export const NO_FILTERS: AuditFilters = { actor: '', action: '', subject: '', from: '', to: '' };

/** The filter for the server; includes all of the last day. */
export function toSearch({ actor, action, subject, from, to }: AuditFilters): AuditFilter {
  return {
    actor: actor.trim() || undefined,
    action: action || undefined,
    subject: subject.trim() || undefined,
    from: dayStart(from),
    to: dayStart(to, 1),
  };
}

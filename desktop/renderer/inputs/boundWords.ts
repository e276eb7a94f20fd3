import type { IntlShape } from 'react-intl';
import type { FailedCheck } from '../../../contract/problem.ts';

/** How the bounds of these checks are written: days as such, moments as they are where the person is. */
const SHOWN: Partial<Record<FailedCheck['id'], (at: Date, intl: IntlShape, isBare: boolean) => string>> = {
  dateFrom: showDay,
  dateTo: showDay,
  datetimeFrom: showMoment,
  datetimeTo: showMoment,
};

/** What a check has to say, its days and moments in the person's language; what an author wrote as a bound and is neither stays. */
export function inPersonsDates({ id, values }: FailedCheck, intl: IntlShape): FailedCheck['values'] {
  const show = SHOWN[id];
  if (!show) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, bound]) => {
      const isBare = /T[\d:.]+$/.test(String(bound)); // without an offset: by the clock of whoever answers
      const at = new Date(isBare ? `${bound}Z` : String(bound));
      return [name, Number.isNaN(at.getTime()) ? bound : show(at, intl, isBare)];
    }),
  );
}

function showDay(at: Date, intl: IntlShape): string {
  return intl.formatDate(at, { dateStyle: 'long', timeZone: 'UTC' });
}

function showMoment(at: Date, intl: IntlShape, isBare: boolean): string {
  const zone = isBare ? { timeZone: 'UTC' } : {};
  return intl.formatDate(at, { dateStyle: 'long', timeStyle: 'short', ...zone });
}

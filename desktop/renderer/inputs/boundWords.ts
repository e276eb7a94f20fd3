import type { IntlShape } from 'react-intl';
import type { Say } from '../../../contract/answers.ts';

type CheckId = Parameters<Say>[0];
type Values = NonNullable<Parameters<Say>[1]>;

/** How the bounds of these checks are written: days as such, moments as they are where the person is. */
const SHOWN: Partial<Record<CheckId, (at: Date, intl: IntlShape) => string>> = {
  dateFrom: showDay,
  dateTo: showDay,
  datetimeFrom: showMoment,
  datetimeTo: showMoment,
};

/** What a check has to say, its days and moments in the person's language; what an author wrote as a bound and is neither stays. */
export function inPersonsDates(id: CheckId, values: Values, intl: IntlShape): Values {
  const show = SHOWN[id];
  if (!show) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, bound]) => {
      const at = new Date(toInstant(String(bound)));
      return [name, Number.isNaN(at.getTime()) ? bound : show(at, intl)];
    }),
  );
}

/** A bound without an offset is meant in UTC, as the check reads it. */
const toInstant = (bound: string): string => (/T[\d:.]+$/.test(bound) ? `${bound}Z` : bound);

function showDay(at: Date, intl: IntlShape): string {
  return intl.formatDate(at, { dateStyle: 'long', timeZone: 'UTC' });
}

function showMoment(at: Date, intl: IntlShape): string {
  return intl.formatDate(at, { dateStyle: 'long', timeStyle: 'short' });
}

import { useIntl } from 'react-intl';
import { relativeTime } from './relativeTime.ts';
import { useNow } from './useNow.ts';

const LONG_AGO_MS = 7 * 86_400_000;

/** A relative time, "5 minutes ago", or a date if long past; the exact time on hover. */
export function When({ at }: { at: string }) {
  const intl = useIntl();
  const now = useNow();
  const time = Date.parse(at);
  const { unit, count } = relativeTime(time, now);
  return (
    <time dateTime={at} title={intl.formatDate(at, { dateStyle: 'full', timeStyle: 'medium' })}>
      {now - time > LONG_AGO_MS
        ? intl.formatDate(at, { dateStyle: 'medium' })
        : intl.formatRelativeTime(count, unit, { numeric: 'auto' })}
    </time>
  );
}

import { useIntl } from 'react-intl';
import { useNow } from './useNow.ts';

const STEPS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;
const LONG_AGO_MS = 7 * 86_400_000;

/** A relative time, "5 minutes ago", or a date if long past; the exact time on hover. */
export function When({ at }: { at: string }) {
  const intl = useIntl();
  const agoMs = useNow() - Date.parse(at);
  return (
    <time dateTime={at} title={intl.formatDate(at, { dateStyle: 'full', timeStyle: 'medium' })}>
      {agoMs > LONG_AGO_MS ? intl.formatDate(at, { dateStyle: 'medium' }) : relative(agoMs, intl.formatRelativeTime)}
    </time>
  );
}

function relative(agoMs: number, format: ReturnType<typeof useIntl>['formatRelativeTime']): string {
  const step = STEPS.find(({ ms }) => Math.abs(agoMs) >= ms);
  return step
    ? format(-Math.trunc(agoMs / step.ms), step.unit, { numeric: 'auto' })
    : format(0, 'second', { numeric: 'auto' });
}

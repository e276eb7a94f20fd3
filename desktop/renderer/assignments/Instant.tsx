import { useIntl } from 'react-intl';

interface Props {
  at: string;
  /** Shows it by the clocks of this zone, and names the zone if the person's own is another one. */
  timeZone?: string | undefined;
}

/** A date and time in the person's format. */
export function Instant({ at, timeZone }: Props) {
  const intl = useIntl();
  const zone = timeZone !== undefined && isOther(timeZone) ? timeZone : undefined;
  const parts = zone === undefined ? [] : intl.formatDateToParts(at, { timeZone: zone, timeZoneName: 'short' });
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return (
    <time dateTime={at}>
      {intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short', ...(zone !== undefined && { timeZone: zone }) })}
      {name !== undefined && ` ${name}`}
    </time>
  );
}

/** False for the person's own zone, and for one that only the server knows. */
function isOther(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ownZone();
  } catch {
    return false;
  }
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

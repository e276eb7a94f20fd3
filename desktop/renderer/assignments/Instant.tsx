import { useIntl } from 'react-intl';

/** A date and time in the person's format. */
export function Instant({ at }: { at: string }) {
  const intl = useIntl();
  return <time dateTime={at}>{intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}</time>;
}

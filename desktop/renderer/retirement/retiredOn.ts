import { useIntl } from 'react-intl';
import { useText } from '../text.ts';

/** @returns a function that says on which day something was retired */
export function useRetiredOn(): (at: string) => string {
  const intl = useIntl();
  const text = useText();
  return (at) => text('retired.on', { day: intl.formatDate(at, { dateStyle: 'medium' }) });
}

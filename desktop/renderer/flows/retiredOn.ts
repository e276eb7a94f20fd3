import { useIntl } from 'react-intl';
import { useText } from '../text.ts';

/** @returns a function that says on which day a flow was retired */
export function useRetiredOn(): (at: string) => string {
  const intl = useIntl();
  const text = useText();
  return (at) => text('flows.retiredOn', { day: intl.formatDate(at, { dateStyle: 'medium' }) });
}

import { useIntl } from 'react-intl';
import type { Fact } from '../../contract/facts.ts';
import { factText } from '../../contract/factText.ts';
import { useText } from './text.ts';

/** The text of a fact in this client's language and this machine's time zone. */
export function useFactWords(): (fact: Fact) => string {
  const { locale } = useIntl();
  const text = useText();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (fact) => factText(fact, { locale, timeZone, notAvailable: text('fact.notAvailable') });
}

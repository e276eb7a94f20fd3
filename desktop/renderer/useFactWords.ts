import { useIntl } from 'react-intl';
import type { Fact } from '../../contract/facts.ts';
import { factText } from '../../contract/factText.ts';
import { useText } from './text.ts';

/** How a fact reads in the language of this client, by the clock of this machine. */
export function useFactWords(): (fact: Fact) => string {
  const { locale } = useIntl();
  const text = useText();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (fact) => factText(fact, { locale, timeZone, notAvailable: text('fact.notAvailable') });
}

import type { IntlShape } from 'react-intl';
import { boundsInWords } from '../../../contract/boundWords.ts';
import type { FailedCheck } from '../../../contract/problem.ts';

/** What a check has to say, its days, moments and numbers in the person's language, moments as they are where the person is. */
export const inPersonsWords = (check: FailedCheck, { locale, timeZone }: IntlShape): FailedCheck['values'] =>
  boundsInWords(check, { locale, timeZone });

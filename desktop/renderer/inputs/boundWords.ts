import type { IntlShape } from 'react-intl';
import { boundsInWords } from '../../../contract/boundWords.ts';
import type { FailedCheck } from '../../../contract/problem.ts';

/** The values of a check, with days, moments and numbers in the person's format and time zone. */
export const inPersonsWords = (check: FailedCheck, { locale, timeZone }: IntlShape): FailedCheck['values'] =>
  boundsInWords(check, { locale, timeZone });

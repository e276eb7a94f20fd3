import { useIntl } from 'react-intl';
import { decimalSignOf } from '../../contract/answers/numbers.ts';
import { fileSize } from '../../contract/fileSize.ts';

/** Writes numbers of bytes in the person's format. */
export function useFileSize(): (bytes: number) => string {
  const decimal = decimalSignOf(useIntl().locale);
  return (bytes) => fileSize(bytes, decimal);
}

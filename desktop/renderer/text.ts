import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type english from '../../contract/languages/en.json';
import { isolated } from './direction.ts';

export type TextId = keyof typeof english;
export type Text = (id: TextId, values?: Record<string, string | number>) => string;

/**
 * The source of all visible text. Isolates names in other scripts, so that they do not reorder the text around them.
 */
export function useText(): Text {
  const intl = useIntl();
  return useCallback((id, values) => intl.formatMessage({ id }, values && isolated(values)), [intl]);
}

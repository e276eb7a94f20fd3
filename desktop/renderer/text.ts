import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type english from '../../contract/languages/en.json';
import { isolated } from './direction.ts';

export type TextId = keyof typeof english;
export type Text = (id: TextId, values?: Record<string, string | number>) => string;

/** Every visible word comes through here. Names in another script leave the words around them in their order. */
export function useText(): Text {
  const intl = useIntl();
  return useCallback((id, values) => intl.formatMessage({ id }, values && isolated(values)), [intl]);
}

import { createIntl } from 'react-intl';
import german from '../../../contract/languages/de.json' with { type: 'json' };
import english from '../../../contract/languages/en.json' with { type: 'json' };
import type { Text } from '../../../desktop/renderer/text.ts';

const textIn = (locale: string, messages: Record<string, string>): Text => {
  const intl = createIntl({ locale, messages, onError: () => undefined });
  return (id, values) => intl.formatMessage({ id }, values);
};

export const inEnglish = textIn('en', english);
export const inGerman = textIn('de', german);

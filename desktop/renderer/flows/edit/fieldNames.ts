import { useMemo } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { Schema } from '../draft/schema.ts';

/** The names of config fields in the person's language. */
export interface FieldNames {
  label(name: string): string;
  hint(name: string, schema: Schema): string | undefined;
  /** @param value a possible value of the field */
  choice(name: string, value: string): string;
}

/** The names of fields in the person's language; fields unknown to this client keep their own names. */
export function fieldNamesOf({ messages, formatMessage }: IntlShape, nodeType: string): FieldNames {
  const find = (...ids: string[]): string | null => {
    const id = ids.find((each) => messages[each] !== undefined);
    return id === undefined ? null : formatMessage({ id });
  };
  const known = (name: string) => find(`config.${nodeType}.${name}`, `config.${name}`);
  return {
    label: (name) => known(name) ?? spaced(name),
    hint: (name, { description }) =>
      find(`config.${nodeType}.${name}.hint`, `config.${name}.hint`) ??
      (known(name) === null ? description : undefined),
    choice: (name, value) => find(`config.${nodeType}.${name}.${value}`, `config.${name}.${value}`) ?? value,
  };
}

/** The same as a hook, for one node's form. */
export function useFieldNames(nodeType: string): FieldNames {
  const intl = useIntl();
  return useMemo(() => fieldNamesOf(intl, nodeType), [intl, nodeType]);
}

/** `autoSubmit` as `Auto submit`. */
const spaced = (name: string): string => {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

import { Input as Control, type InputProps as ControlProps } from '@fluentui/react-components';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { parseNumber } from '../../../contract/answers/numbers.ts';

interface Props extends Omit<ControlProps, 'type' | 'value' | 'onChange' | 'onBlur'> {
  value: unknown;
  /** Receives the number, or invalid text as typed, so that the check reports it and nothing is lost silently. */
  onChange(value: number | string | undefined): void;
}

/**
 * A number in the person's format. Not the browser's number input, which drops a decimal comma if the browser's
 * language uses a point, hides invalid text, and changes the number on scroll.
 */
export function NumberBox({ value, onChange, ...control }: Props) {
  const decimal = useDecimalSign();
  const read = (text: string) => (text.trim() === '' ? undefined : parseNumber(text.trim(), decimal));
  const written = typeof value === 'number' ? String(value).replace('.', decimal) : String(value ?? '');
  const [typed, setTyped] = useState(written);
  return (
    <Control
      inputMode="decimal"
      autoComplete="off"
      {...control}
      value={read(typed) === value ? typed : written} // "1.0" may still become another number
      onChange={(_event, { value: text }) => {
        setTyped(text);
        onChange(read(text));
      }}
      onBlur={() => setTyped(written)} // shows how it was parsed
    />
  );
}

/** The decimal separator of the person's locale. */
export function useDecimalSign(): '.' | ',' {
  const parts = useIntl().formatNumberToParts(0.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

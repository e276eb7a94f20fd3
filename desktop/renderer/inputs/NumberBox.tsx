import { Input as Control, type InputProps as ControlProps } from '@fluentui/react-components';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { parseNumber } from '../../../contract/answers/numbers.ts';

interface Props extends Omit<ControlProps, 'type' | 'value' | 'onChange' | 'onBlur'> {
  value: unknown;
  /** Told the number, or what was typed where it is none: the check says so, and nothing is lost unnoticed. */
  onChange(value: number | string | undefined): void;
}

/**
 * A number as people write it where they are. No control of the browser's own: that one drops the decimal comma where its
 * own language has a point, holds what it cannot read back, and turns the number when the page is scrolled over it.
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
      value={read(typed) === value ? typed : written} // "1.0" is on its way to a number
      onChange={(_event, { value: text }) => {
        setTyped(text);
        onChange(read(text));
      }}
      onBlur={() => setTyped(written)} // says how it was read
    />
  );
}

/** What stands before the decimals where the person is. */
export function useDecimalSign(): '.' | ',' {
  const parts = useIntl().formatNumberToParts(0.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

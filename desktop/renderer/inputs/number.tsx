import { Input as Control } from '@fluentui/react-components';
import { useState } from 'react';
import { numberBounds } from '../../../contract/answers.ts';
import type { InputProps } from './input.ts';

export function NumberInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
  const [typed, setTyped] = useState(typeof value === 'number' ? String(value) : ''); // "1." is on its way to a number
  const { min, max, step } = numberBounds(spec);
  return (
    <Control
      type="number"
      inputMode="decimal"
      value={typed}
      min={min}
      max={max}
      step={step ?? 'any'}
      placeholder={spec.placeholder}
      disabled={isDisabled}
      onChange={(_event, { value: text }) => {
        setTyped(text);
        onChange(text === '' ? undefined : Number(text));
      }}
      input={{ ref: inputRef }}
    />
  );
}

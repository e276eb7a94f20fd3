import { numberBounds } from '../../../contract/answers.ts';
import type { InputProps } from './input.ts';
import { NumberBox } from './NumberBox.tsx';

export function NumberInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
  const { min = 0 } = numberBounds(spec);
  return (
    <NumberBox
      value={value}
      inputMode={min < 0 ? 'text' : 'decimal'} // some phones have no minus on the decimal keyboard
      placeholder={spec.placeholder}
      disabled={isDisabled}
      onChange={onChange}
      input={{ ref: inputRef }}
    />
  );
}

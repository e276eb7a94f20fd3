import { Input as Control } from '@fluentui/react-components';
import { asText, type InputProps } from './input.ts';

/** Reports a password that is too long instead of limiting the input, because truncation would be invisible. */
export function PasswordInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
  return (
    <Control
      type="password"
      autoComplete="new-password"
      value={asText(value)}
      placeholder={spec.placeholder}
      disabled={isDisabled}
      onChange={(_event, { value: typed }) => onChange(typed)}
      input={{ ref: inputRef }}
    />
  );
}

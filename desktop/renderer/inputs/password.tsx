import { Input as Control } from '@fluentui/react-components';
import { asText, type InputProps } from './input.ts';

/** It says when it is too long: what a browser cuts off is not seen here. */
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

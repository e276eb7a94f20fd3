import { Input as Control } from '@fluentui/react-components';
import { asText, type InputProps } from './input.ts';

/** `text`, `string`. Browsers cut pasted text at a `maxLength` without a word, so the check says what is too long. */
export function TextInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
  return (
    <Control
      value={asText(value)}
      placeholder={spec.placeholder}
      disabled={isDisabled}
      onChange={(_event, { value: typed }) => onChange(typed)}
      input={{ ref: inputRef }}
    />
  );
}

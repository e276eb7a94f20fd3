import { Textarea } from '@fluentui/react-components';
import { asText, type InputProps } from './input.ts';

/** `textarea`, `multiline`; without a `maxLength`, as in `TextInput` */
export function MultilineInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
  return (
    <Textarea
      value={asText(value)}
      placeholder={spec.placeholder}
      rows={4}
      resize="vertical"
      disabled={isDisabled}
      onChange={(_event, { value: typed }) => onChange(typed)}
      textarea={{ ref: inputRef }}
    />
  );
}

import { Input as Control } from '@fluentui/react-components';
import { textBounds } from '../../../contract/answers.ts';
import { asText, type InputProps } from './input.ts';

/** `text`, `string` */
export function TextInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
  return (
    <Control
      value={asText(value)}
      placeholder={spec.placeholder}
      maxLength={textBounds(spec).max}
      disabled={isDisabled}
      onChange={(_event, { value: typed }) => onChange(typed)}
      input={{ ref: inputRef }}
    />
  );
}

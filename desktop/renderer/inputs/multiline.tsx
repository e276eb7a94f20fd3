import { Textarea } from '@fluentui/react-components';
import { textBounds } from '../../../contract/answers.ts';
import { asText, type InputProps } from './input.ts';

/** `textarea`, `multiline` */
export function MultilineInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
  return (
    <Textarea
      value={asText(value)}
      placeholder={spec.placeholder}
      maxLength={textBounds(spec).max}
      rows={4}
      resize="vertical"
      disabled={isDisabled}
      onChange={(_event, { value: typed }) => onChange(typed)}
      textarea={{ ref: inputRef }}
    />
  );
}

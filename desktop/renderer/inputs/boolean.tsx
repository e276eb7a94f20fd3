import { Switch } from '@fluentui/react-components';
import { useText } from '../text.ts';
import type { InputProps } from './input.ts';

export function BooleanInput({ value, onChange, isDisabled, inputRef }: InputProps) {
  const text = useText();
  return (
    <Switch
      checked={value === true}
      label={value === true ? text('value.yes') : text('value.no')}
      disabled={isDisabled}
      onChange={(_event, { checked }) => onChange(checked)}
      input={{ ref: inputRef }}
    />
  );
}

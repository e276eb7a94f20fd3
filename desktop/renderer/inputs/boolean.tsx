import { makeStyles, Switch } from '@fluentui/react-components';
import { useText } from '../text.ts';
import type { InputProps } from './input.ts';

const useStyles = makeStyles({ switch: { marginInlineStart: '-8px' } });

export function BooleanInput({ value, onChange, isDisabled, inputRef }: InputProps) {
  const styles = useStyles();
  const text = useText();
  return (
    <Switch
      className={styles.switch}
      checked={value === true}
      label={value === true ? text('value.yes') : text('value.no')}
      disabled={isDisabled}
      onChange={(_event, { checked }) => onChange(checked)}
      input={{ ref: inputRef }}
    />
  );
}

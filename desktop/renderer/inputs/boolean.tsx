import { makeStyles, Switch } from '@fluentui/react-components';
import { useText } from '../text.ts';
import type { InputProps } from './input.ts';
import { Unset } from './Unset.tsx';

const useStyles = makeStyles({ switch: { marginInlineStart: '-8px' } });

export function BooleanInput({ value, onChange, isDisabled, inputRef }: InputProps) {
  const styles = useStyles();
  const text = useText();
  const isSet = typeof value === 'boolean';
  return (
    <Unset isSet={isSet} first={text('value.no')} isDisabled={isDisabled} onTake={() => onChange(false)}>
      <Switch
        className={styles.switch}
        checked={value === true}
        label={isSet ? text(value ? 'value.yes' : 'value.no') : text('input.unset')}
        disabled={isDisabled}
        onChange={(_event, { checked }) => onChange(checked)}
        input={{ ref: inputRef }}
      />
    </Unset>
  );
}

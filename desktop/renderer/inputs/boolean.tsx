import { makeStyles, Switch } from '@fluentui/react-components';
import { useText } from '../text.ts';
import type { InputProps } from './input.ts';
import { useMayBeUnset } from './switches.ts';
import { Unset } from './Unset.tsx';
import { KEEPS_FOCUS } from './useKeptFocus.ts';

const useStyles = makeStyles({ switch: { marginInlineStart: '-8px' } });

export function BooleanInput(props: InputProps) {
  const { value, onChange, isDisabled, inputRef } = props;
  const styles = useStyles();
  const text = useText();
  const mayBeUnset = useMayBeUnset();
  const isSet = typeof value === 'boolean' || !mayBeUnset;
  return (
    <Unset {...props} isSet={isSet} mayClear={mayBeUnset} first={text('value.no')} onTake={() => onChange(false)}>
      <Switch
        className={styles.switch}
        checked={value === true}
        // the label of the field has the asterisk
        label={{ children: isSet ? text(value ? 'value.yes' : 'value.no') : text('input.unset'), required: false }}
        disabled={isDisabled}
        onChange={(_event, { checked }) => onChange(checked)}
        input={{ ref: inputRef, ...KEEPS_FOCUS }}
      />
    </Unset>
  );
}

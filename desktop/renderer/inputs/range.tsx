import { makeStyles, mergeClasses, Slider, tokens } from '@fluentui/react-components';
import { numberBounds } from '../../../contract/answers.ts';
import { useText } from '../text.ts';
import type { InputProps } from './input.ts';
import { Unset } from './Unset.tsx';
import { KEEPS_FOCUS } from './useKeptFocus.ts';

const useStyles = makeStyles({
  range: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  slider: { flex: 1, minWidth: 0 },
  value: {
    minWidth: '3ch',
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    fontWeight: tokens.fontWeightSemibold,
  },
  unset: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
});

export function RangeInput(props: InputProps) {
  const { spec, value, onChange, isDisabled, inputRef } = props;
  const styles = useStyles();
  const text = useText();
  const { min = 0, max, step } = numberBounds(spec);
  const isSet = typeof value === 'number';
  return (
    <Unset {...props} isSet={isSet} first={String(min)} onTake={() => onChange(min)}>
      <div className={styles.range}>
        <Slider
          className={styles.slider}
          value={isSet ? value : min}
          min={min}
          max={max}
          step={step}
          disabled={isDisabled}
          onChange={(_event, { value: moved }) => onChange(moved)}
          input={{ ref: inputRef, 'aria-valuetext': isSet ? undefined : text('input.unset'), ...KEEPS_FOCUS }}
        />
        <output className={mergeClasses(styles.value, !isSet && styles.unset)}>
          {isSet ? value : text('input.unset')}
        </output>
      </div>
    </Unset>
  );
}

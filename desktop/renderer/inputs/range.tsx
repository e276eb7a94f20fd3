import { makeStyles, Slider, tokens } from '@fluentui/react-components';
import { numberBounds } from '../../../contract/answers.ts';
import type { InputProps } from './input.ts';

const useStyles = makeStyles({
  range: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  slider: { flex: 1, minWidth: 0 },
  value: {
    minWidth: '3ch',
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    fontWeight: tokens.fontWeightSemibold,
  },
});

export function RangeInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
  const styles = useStyles();
  const { min, max, step } = numberBounds(spec);
  const current = typeof value === 'number' ? value : min;
  return (
    <div className={styles.range}>
      <Slider
        className={styles.slider}
        value={current}
        min={min}
        max={max}
        step={step}
        disabled={isDisabled}
        onChange={(_event, { value: moved }) => onChange(moved)}
        input={{ ref: inputRef }}
      />
      <output className={styles.value}>{current}</output>
    </div>
  );
}

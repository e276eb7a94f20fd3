import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';
import type { InputProps } from './input.ts';
import { useKeptFocus } from './useKeptFocus.ts';

const useStyles = makeStyles({
  unset: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalM },
  control: { flexGrow: 1, minWidth: 0 },
});

interface Props extends Pick<InputProps, 'spec' | 'onChange' | 'isDisabled' | 'control'> {
  isSet: boolean;
  /** Whether an optional value can be given up. */
  mayClear?: boolean;
  /** The value that the control shows while nothing is chosen, in words. */
  first: string;
  /** Chooses that value. */
  onTake(): void;
  children: ReactNode;
}

/**
 * For controls that show a value while unset, such as a slider: they can neither choose that value nor give one up.
 * Buttons do both. The control keeps the focus when its button goes.
 */
export function Unset({ spec, isSet, mayClear = true, first, isDisabled, control, onTake, onChange, children }: Props) {
  const styles = useStyles();
  const text = useText();
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <div className={styles.unset} {...kept}>
      <div className={styles.control}>{children}</div>
      {!isSet && !isDisabled && (
        <Button size="small" aria-describedby={control['aria-labelledby']} onClick={onTake}>
          {text('input.take', { value: first })}
        </Button>
      )}
      {isSet && mayClear && !spec.required && !isDisabled && (
        <Button
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label={text('input.clear')}
          aria-describedby={control['aria-labelledby']}
          title={text('input.clear')}
          onClick={() => onChange(undefined)}
        />
      )}
    </div>
  );
}

import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  unset: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalM },
  control: { flexGrow: 1, minWidth: 0 },
});

interface Props {
  isSet: boolean;
  /** The value that the control shows while nothing is chosen, in words. */
  first: string;
  isDisabled: boolean;
  /** Chooses that value. */
  onTake(): void;
  children: ReactNode;
}

/** For controls that show a value while unset, such as a slider, and so cannot choose that value: a button does. */
export function Unset({ isSet, first, isDisabled, onTake, children }: Props) {
  const styles = useStyles();
  const text = useText();
  return (
    <div className={styles.unset}>
      <div className={styles.control}>{children}</div>
      {!isSet && !isDisabled && (
        <Button size="small" onClick={onTake}>
          {text('input.take', { value: first })}
        </Button>
      )}
    </div>
  );
}

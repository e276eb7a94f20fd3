import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  unset: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalM },
  control: { flexGrow: 1, minWidth: 0 },
});

interface Props {
  isSet: boolean;
  /** What the control shows while nothing is chosen, in words. */
  first: string;
  isDisabled: boolean;
  /** Takes just that. */
  onTake(): void;
  children: ReactNode;
}

/** A control that shows a value before anybody has chosen one, and cannot choose that very one: a button beside it does. */
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

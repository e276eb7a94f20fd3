import { makeStyles, tokens } from '@fluentui/react-components';
import { useId, useState, type ComponentType, type KeyboardEvent } from 'react';
import { lazyPart } from './lazyPart.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { ToCome } from './ToCome.tsx';

const useStyles = makeStyles({
  // above the buttons at the foot of the page
  place: {
    position: 'fixed',
    zIndex: 4,
    insetInline: 0,
    bottom: `calc(var(--navigation-height, 0px) + var(--actions-height, 0px) + ${tokens.spacingVerticalM})`,
    width: `min(560px, calc(100vw - 2 * ${tokens.spacingHorizontalM}))`,
    margin: '0 auto',
    boxShadow: tokens.shadow16,
    borderRadius: tokens.borderRadiusMedium,
    '@media print': { display: 'none' },
  },
});

interface DialogProps {
  /** By default it is open for as long as it is rendered. */
  isOpen?: boolean;
  onClose(isDone: boolean): void;
  /** Called instead of `onClose` when the person has left for another place before the dialog was there. */
  onLeft?(): void;
}

/** A dialog whose code is loaded when it is first rendered. */
export const lazyDialog = <Props extends Omit<DialogProps, 'onLeft'>>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & DialogProps> =>
  lazyPart<Props & DialogProps>(load, {
    isWanted: ({ isOpen = true }) => isOpen,
    toCome: ({ isOpen = true, onClose, onLeft = () => onClose(false) }) => isOpen && <ToCome onLeft={onLeft} />,
    instead: ({ isOpen = true, onClose }, error, tryAgain) =>
      isOpen && <NoDialog error={error} onRetry={tryAgain} onClose={() => onClose(false)} />,
  });

interface NoDialogProps {
  error: Error;
  onRetry(): void;
  onClose(): void;
}

/** Takes the focus as the dialog would have done, and gives it back; without the code of dialogs, which may be missing. */
function NoDialog({ error, onRetry, onClose }: NoDialogProps) {
  const styles = useStyles();
  const words = useId();
  const [from] = useState(() => document.activeElement as HTMLElement | null);
  const giveBack = (next: () => void): void => {
    from?.focus();
    next();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation(); // otherwise it closes the dialog around it too
    giveBack(onClose);
  };
  return (
    <div className={styles.place} role="alertdialog" aria-labelledby={words} onKeyDown={onKeyDown}>
      <NotLoaded error={error} id={words} onRetry={() => giveBack(onRetry)} onClose={() => giveBack(onClose)} />
    </div>
  );
}

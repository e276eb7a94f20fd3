import { Button, makeStyles, tokens, useAnnounce } from '@fluentui/react-components';
import { ArrowUpRegular } from '@fluentui/react-icons';
import { useEffect, type RefObject } from 'react';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  // on the border above the first row, in the gap left there
  pill: {
    position: 'relative',
    zIndex: 2,
    flexShrink: 0,
    minHeight: '24px',
    paddingBlock: 0,
    boxShadow: tokens.shadow8,
    marginTop: '-14px',
  },
});

interface PillProps {
  words: string;
  onShow(): void;
}

/** Reports something new above the rows without moving them, and shows it on demand. */
export function Pill({ words, onShow }: PillProps) {
  const styles = useStyles();
  const { announce } = useAnnounce();
  useEffect(() => {
    announce(words);
  }, [words, announce]);
  return (
    <Button
      className={styles.pill}
      appearance="primary"
      shape="circular"
      size="small"
      icon={<ArrowUpRegular />}
      onClick={onShow}
    >
      {words}
    </Button>
  );
}

interface Props {
  count: number;
  list: RefObject<HTMLElement | null>;
  onShow(): void;
}

/** Reports new rows without moving the ones on screen. */
export function FreshPill({ count, list, onShow }: Props) {
  const text = useText();
  const show = (): void => {
    onShow();
    requestAnimationFrame(() => {
      const first = list.current?.querySelector<HTMLElement>('a[data-id]');
      first?.scrollIntoView({ block: 'center' });
      first?.focus({ preventScroll: true });
    });
  };
  return <Pill words={text('notifications.fresh', { count })} onShow={show} />;
}

import { Button, makeStyles, tokens, useAnnounce } from '@fluentui/react-components';
import { ArrowUpRegular } from '@fluentui/react-icons';
import { useEffect, type RefObject } from 'react';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  place: { height: 0, display: 'flex', justifyContent: 'center', alignItems: 'flex-start' },
  // on the border above the first row, in the gap left there
  pill: {
    position: 'relative',
    zIndex: 2,
    minHeight: '24px',
    paddingBlock: 0,
    boxShadow: tokens.shadow8,
    marginTop: '-14px',
  },
});

interface Props {
  count: number;
  list: RefObject<HTMLElement | null>;
  onShow(): void;
}

/** Reports new rows without moving the ones on screen. */
export function FreshPill({ count, list, onShow }: Props) {
  const styles = useStyles();
  const text = useText();
  const { announce } = useAnnounce();
  useEffect(() => {
    announce(text('notifications.fresh', { count }));
  }, [count, announce, text]);
  const show = (): void => {
    onShow();
    requestAnimationFrame(() => {
      const first = list.current?.querySelector<HTMLElement>('a[data-id]');
      first?.scrollIntoView({ block: 'center' });
      first?.focus({ preventScroll: true });
    });
  };
  return (
    <div className={styles.place}>
      <Button
        className={styles.pill}
        appearance="primary"
        shape="circular"
        size="small"
        icon={<ArrowUpRegular />}
        onClick={show}
      >
        {text('notifications.fresh', { count })}
      </Button>
    </div>
  );
}

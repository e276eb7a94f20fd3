import { Button, makeStyles } from '@fluentui/react-components';
import {
  CheckmarkCircleRegular,
  ClockRegular,
  HistoryRegular,
  MailInboxCheckmarkRegular,
  SearchRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import type { InboxTab } from '../../../contract/notifications.ts';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';

const useStyles = makeStyles({ nothing: { display: 'flex', flexDirection: 'column', alignItems: 'center' } });

const ICONS: Record<InboxTab, ReactElement> = {
  pending: <MailInboxCheckmarkRegular />,
  snoozed: <ClockRegular />,
  completed: <CheckmarkCircleRegular />,
  expired: <HistoryRegular />,
};

interface Props {
  status: InboxTab;
  isFiltered: boolean;
  onClear(): void;
}

/** An empty tab, or a filter without matches. */
export function Nothing({ status, isFiltered, onClear }: Props) {
  const styles = useStyles();
  const text = useText();
  if (!isFiltered)
    return (
      <Empty icon={ICONS[status]} title={text(`notifications.empty.${status}.title`)}>
        {text(`notifications.empty.${status}.text`)}
      </Empty>
    );
  return (
    <div className={styles.nothing}>
      <Empty icon={<SearchRegular />} title={text('filter.none.title')}>
        {text('filter.none.text')}
      </Empty>
      <Button onClick={onClear}>{text('filter.clear')}</Button>
    </div>
  );
}

import { makeStyles, tokens } from '@fluentui/react-components';
import { useRef, type RefObject } from 'react';
import type { NotificationStatus } from '../../../contract/notifications.ts';
import { useText } from '../text.ts';
import { NotificationRow } from './NotificationRow.tsx';
import type { FoundRows } from './useRows.ts';
import { useSteps } from './useSteps.ts';

const useStyles = makeStyles({
  rows: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    contentVisibility: 'auto', // thousands cost nothing while they are out of sight
    containIntrinsicSize: 'auto 103px',
  },
});

interface Props {
  list: RefObject<HTMLUListElement | null>;
  found: FoundRows;
  status: NotificationStatus;
  currentId: string | null;
  isSelected(id: string): boolean;
  onSelect: ((id: string) => void) | null;
}

/** The rows of a tab, drawn as far as somebody has come. */
export function Rows({ list, found, status, currentId, isSelected, onSelect }: Props) {
  const { rows, total, narrowedTo } = found;
  const styles = useStyles();
  const text = useText();
  const end = useRef<HTMLDivElement>(null);
  const { drawn, goOn } = useSteps(end, rows.length, `${status} ${JSON.stringify(narrowedTo)}`, found);
  return (
    <>
      <ul ref={list} className={styles.rows} aria-label={text(`notifications.tab.${status}`)}>
        {rows.slice(0, drawn).map((notification, index) => (
          <li
            key={notification.id}
            className={styles.row}
            aria-setsize={total ?? -1}
            aria-posinset={index + 1}
            onFocus={index === drawn - 1 ? goOn : undefined}
          >
            <NotificationRow
              notification={notification}
              isCurrent={notification.id === currentId}
              filter={narrowedTo}
              isSelected={isSelected(notification.id)}
              onSelect={onSelect}
            />
          </li>
        ))}
      </ul>
      <div ref={end} />
    </>
  );
}

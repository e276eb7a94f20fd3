import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useRef, type RefObject } from 'react';
import type { InboxTab, UserNotification } from '../../../contract/notifications.ts';
import { useText, type Text } from '../text.ts';
import { useNow } from '../useNow.ts';
import { NotificationRow } from './NotificationRow.tsx';
import { sectionsOf, type Section } from './sections.ts';
import { useDensity } from './useDensity.ts';
import type { FoundRows } from './useRows.ts';
import { useSteps } from './useSteps.ts';

const useStyles = makeStyles({
  rows: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    contentVisibility: 'auto', // off-screen rows cost nothing
    containIntrinsicSize: 'auto 103px',
  },
  compact: { containIntrinsicSize: 'auto 57px' },
  heading: {
    margin: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
});

interface Props {
  list: RefObject<HTMLDivElement | null>;
  found: FoundRows;
  status: InboxTab;
  currentId: string | null;
  isSelected(id: string): boolean;
  onSelect: ((id: string) => void) | null;
  onSnooze: ((notification: UserNotification) => void) | null;
}

/** The rows of a tab, rendered as far as the person scrolled, in sections by sort key. */
export function Rows({ list, found, status, currentId, isSelected, onSelect, onSnooze }: Props) {
  const { rows, total, narrowedTo, sort } = found;
  const styles = useStyles();
  const text = useText();
  const now = useNow();
  const [density] = useDensity();
  const end = useRef<HTMLDivElement>(null);
  const { drawn, onFocus } = useSteps(end, rows.length, `${status} ${JSON.stringify(narrowedTo)}`, found);
  const sections = sectionsOf(rows, sort, now);
  const starts = startsOf(sections);
  return (
    <div ref={list}>
      {sections.map((section, at) => {
        const from = starts[at]!;
        if (from >= drawn) return null;
        const isWhole = at < sections.length - 1 || total === rows.length;
        const id = `section-${at}`;
        return (
          <div key={`${section.key} ${from}`}>
            {section.heading && (
              <h2 id={id} className={styles.heading}>
                {headingOf(section.heading, text)}
              </h2>
            )}
            <ul
              className={styles.rows}
              {...(section.heading ? { 'aria-labelledby': id } : { 'aria-label': text(`notifications.tab.${status}`) })}
            >
              {section.rows.slice(0, drawn - from).map((notification, index) => (
                <li
                  key={notification.id}
                  className={mergeClasses(styles.row, density === 'compact' && styles.compact)}
                  aria-setsize={isWhole ? section.rows.length : section.heading ? -1 : (total ?? -1)}
                  aria-posinset={index + 1}
                  onFocus={onFocus(from + index)}
                >
                  <NotificationRow
                    notification={notification}
                    isCurrent={notification.id === currentId}
                    isCompact={density === 'compact'}
                    filter={narrowedTo}
                    isSelected={isSelected(notification.id)}
                    onSelect={onSelect}
                    onSnooze={onSnooze}
                  />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <div ref={end} />
    </div>
  );
}

const headingOf = (heading: NonNullable<Section['heading']>, text: Text): string =>
  'due' in heading ? text(`notifications.section.${heading.due}`) : heading.flow;

/** The number of rows before each section. */
function startsOf(sections: readonly Section[]): number[] {
  let count = 0;
  return sections.map(({ rows }) => (count += rows.length) - rows.length);
}

import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useRef, type RefObject } from 'react';

const useStyles = makeStyles({
  editor: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    height: 'min(60vh, 560px)',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
    ':focus-within': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  text: {
    margin: 0,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: '13px',
    lineHeight: '20px',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS}`,
    boxSizing: 'border-box',
    height: '100%',
  },
  numbers: {
    overflow: 'hidden',
    textAlign: 'end',
    userSelect: 'none',
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  wrong: { color: tokens.colorStatusDangerForeground1, fontWeight: tokens.fontWeightBold },
  foot: { height: '40px' }, // the sideways scroll bar takes room from the text alone
  area: {
    width: '100%',
    border: 'none',
    outline: 'none',
    resize: 'none',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
  },
});

interface Props {
  value: string;
  label: string;
  describedBy?: string;
  isInvalid: boolean;
  /** Lines to be marked, from 1. */
  wrongLines: ReadonlySet<number>;
  area: RefObject<HTMLTextAreaElement | null>;
  onChange(value: string): void;
}

/** A plain text field with the numbers of its lines. Tab leaves it, as it leaves any field. */
export function JsonEditor({ value, label, describedBy, isInvalid, wrongLines, area, onChange }: Props) {
  const styles = useStyles();
  const numbers = useRef<HTMLDivElement>(null);
  const count = useMemo(() => value.split('\n').length, [value]);
  return (
    <div dir="ltr" className={styles.editor}>
      <div ref={numbers} className={mergeClasses(styles.text, styles.numbers)} aria-hidden>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={wrongLines.has(index + 1) ? styles.wrong : undefined}>
            {index + 1}
          </div>
        ))}
        <div className={styles.foot} />
      </div>
      <textarea
        ref={area}
        className={mergeClasses(styles.text, styles.area)}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onScroll={(event) => {
          if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

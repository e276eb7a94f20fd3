import { makeStyles, tokens } from '@fluentui/react-components';
import type { Sending } from '../../../contract/sendings.ts';
import { useText } from '../text.ts';
import { PARTS, partsOf } from './progressParts.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    height: '10px',
    borderRadius: tokens.borderRadiusCircular,
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground5,
    border: `1px solid ${tokens.colorTransparentStroke}`,
  },
  part: { minWidth: '3px', '@media (forced-colors: active)': { outline: '1px solid CanvasText' } },
  done: { backgroundColor: tokens.colorStatusSuccessBackground3 },
  under_way: { backgroundColor: tokens.colorBrandBackground },
  waiting: { backgroundColor: tokens.colorNeutralStroke1 },
  late: { backgroundColor: tokens.colorStatusWarningBackground3 },
  failed: { backgroundColor: tokens.colorStatusDangerBackground3 },
  other: { backgroundColor: tokens.colorNeutralForeground4 },
  words: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** The progress of a sending, as a bar and in words. */
export function ProgressPicture({ sending }: { sending: Sending }) {
  const styles = useStyles();
  const text = useText();
  const parts = partsOf(sending);
  const there = PARTS.filter((part) => parts[part] > 0);
  const words = there.map((part) => text(`sendings.part.${part}`, { count: parts[part] })).join(' · ');
  return (
    <>
      <div className={styles.bar} aria-hidden>
        {there.map((part) => (
          <span key={part} className={`${styles.part} ${styles[part]}`} style={{ flexGrow: parts[part] }} />
        ))}
      </div>
      <p className={styles.words}>{words || text('sendings.nobodyYet')}</p>
    </>
  );
}

import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { TrialNeed } from '../../../../contract/trials.ts';
import { useFieldNames } from '../edit/fieldNames.ts';

/** Longer texts scroll, so that what the trial needs stays in sight. */
const LONG = 400;

const useStyles = makeStyles({
  field: { color: tokens.colorNeutralForeground3, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  long: { maxHeight: '160px', overflowY: 'auto' },
});

interface Props {
  nodeType: string;
  would: TrialNeed['would'];
}

/** What a step would show, send or call: its fields, named as in its form. */
export function Would({ nodeType, would }: Props) {
  const styles = useStyles();
  const names = useFieldNames(nodeType);
  const labelOf = (field: string): string => {
    const [name = '', ...inside] = field.split('.');
    return [names.label(name), inside.join('.')].join(' ').trim();
  };
  return would.map(({ field, text }) => {
    const isLong = text.length > LONG;
    const label = labelOf(field);
    return (
      <div
        key={field}
        className={mergeClasses(styles.field, isLong && styles.long)}
        {...(isLong && { tabIndex: 0, role: 'group', 'aria-label': label })}
      >
        {label}: {text}
      </div>
    );
  });
}

import { makeStyles, tokens } from '@fluentui/react-components';
import type { TrialNeed } from '../../../../contract/trials.ts';
import { useFieldNames } from '../edit/fieldNames.ts';

const useStyles = makeStyles({
  field: { color: tokens.colorNeutralForeground3, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
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
  return would.map(({ field, text }) => (
    <div key={field} className={styles.field}>
      {labelOf(field)}: {text}
    </div>
  ));
}

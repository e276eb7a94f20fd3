import { Body1, makeStyles, tokens } from '@fluentui/react-components';
import { useText } from '../text.ts';
import type { InputProps } from './input.ts';

const useStyles = makeStyles({ words: { color: tokens.colorNeutralForeground3 } });

export function FileInput({ spec }: InputProps) {
  const styles = useStyles();
  const text = useText();
  return <Body1 className={styles.words}>{text(spec.required ? 'input.file.required' : 'input.file.optional')}</Body1>;
}

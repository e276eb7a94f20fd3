import { Link, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useFormContext, useFormState } from 'react-hook-form';
import { labelOf, type VariableSpec } from '../../../contract/variables.ts';
import { BarTitle } from '../shell/BarTitle.tsx';
import { useText } from '../text.ts';
import type { FormShape } from './formShape.ts';

const useStyles = makeStyles({
  link: { minHeight: '24px' },
  list: {
    listStyleType: 'none',
    margin: `${tokens.spacingVerticalXS} 0 0`,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
  },
});

/**
 * All errors in one place, each a link to its field. A single error needs no summary, because its field has the focus.
 */
export function ErrorSummary({ specs }: { specs: readonly VariableSpec[] }) {
  const styles = useStyles();
  const text = useText();
  const { control, setFocus } = useFormContext<FormShape>();
  const { errors } = useFormState({ control });
  const faulty = specs.filter(({ name }) => errors.values?.[name]);
  if (faulty.length < 2) return null;
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        <BarTitle>{text('form.errors', { count: faulty.length })}</BarTitle>
        <ul className={styles.list}>
          {faulty.map((spec) => (
            <li key={spec.name}>
              <Link as="button" type="button" className={styles.link} onClick={() => setFocus(`values.${spec.name}`)}>
                <bdi>{labelOf(spec)}</bdi>
              </Link>{' '}
            </li>
          ))}
        </ul>
      </MessageBarBody>
    </MessageBar>
  );
}

import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { ApiProblem } from '../api/client.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { useText, type Text, type TextId } from '../text.ts';
import type { SetupForm } from './setupForm.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'grid', gap: tokens.spacingVerticalXXS },
});

interface Props {
  error: Error | null;
  /** The faults that remain, by field. */
  faults: Record<string, string>;
  form: SetupForm;
}

/** All remaining faults by field label, because the fields may be far above; empty once all are fixed. */
export function SetupFaults({ error, faults, form }: Props) {
  const styles = useStyles();
  const text = useText();
  if (!error) return null;
  const namesFields = error instanceof ApiProblem && Object.keys(error.extra.fields ?? {}).length > 0;
  if (!namesFields) return <ProblemBar problem={error} />;
  const lines = Object.entries(faults);
  if (lines.length === 0) return null;
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        <ul className={styles.list}>
          {lines.map(([field, words]) => (
            <li key={field}>
              {labelFor(field, form, text)}: {words}
            </li>
          ))}
        </ul>
      </MessageBarBody>
    </MessageBar>
  );
}

function labelFor(field: string, { administratorKind }: SetupForm, text: Text): string {
  if (field === 'address') return text('setup.redirectUri');
  if (field.startsWith('administrator')) return text(`setup.administrator.${administratorKind}.reference`);
  const own = `setup.${field}`;
  const words = text(own as TextId);
  return words === own ? field : words;
}

import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { inOwnWords } from '../../../../contract/approval.ts';
import { headOf } from '../../../../contract/promptContent.ts';
import type { ShownQuestion } from '../../../../contract/previews.ts';
import { FactTable } from '../../answer/FactTable.tsx';
import type { Submit } from '../../inputs/useVariableForm.ts';
import { VariableForm } from '../../inputs/VariableForm.tsx';
import { PromptContent, Spans } from '../../PromptContent.tsx';
import { useText } from '../../text.ts';

const useStyles = makeStyles({
  question: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  lead: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
});

interface Props {
  question: ShownQuestion;
  submitLabel: string;
  pickHint: string;
  /** Whether it can be submitted again. */
  staysOpen: boolean;
  renderProblem(problem: Error): ReactNode;
  onSubmit: Submit;
}

/** A question as the web client shows it, with working fields. */
export function AskedQuestion({ question, staysOpen, ...form }: Props) {
  const styles = useStyles();
  const text = useText();
  const { inputType, variables, facts, comment } = question;
  const { lead, rest } = headOf(question);
  return (
    <div className={styles.question}>
      {lead && (
        <p className={styles.lead} dir="auto">
          <Spans spans={lead} />
        </p>
      )}
      {rest.length > 0 && <PromptContent blocks={rest} isOld={false} />}
      <FactTable facts={facts} />
      <VariableForm
        {...form}
        specs={inOwnWords(inputType, variables, text)}
        offer={comment}
        isClosed={staysOpen ? false : undefined}
      />
    </div>
  );
}

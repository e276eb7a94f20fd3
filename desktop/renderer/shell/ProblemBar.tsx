import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { wordsFor } from '../problemWords.ts';
import { useText } from '../text.ts';

/** A refusal that names no field. */
export function ProblemBar({ problem }: { problem: Error }) {
  const text = useText();
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>{wordsFor(problem, text)}</MessageBarBody>
    </MessageBar>
  );
}

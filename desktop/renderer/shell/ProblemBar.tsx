import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { wordsFor } from '../problemWords.ts';
import { useText } from '../text.ts';

/** Why what was filled in was not taken, where no field is named. */
export function ProblemBar({ problem }: { problem: Error }) {
  const text = useText();
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>{wordsFor(problem, text)}</MessageBarBody>
    </MessageBar>
  );
}

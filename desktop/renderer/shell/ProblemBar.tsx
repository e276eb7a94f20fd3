import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useText } from '../text.ts';
import { wordsFor } from './states.tsx';

/** Why what was filled in was not taken, where no field is named. */
export function ProblemBar({ problem }: { problem: Error }) {
  const text = useText();
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>{wordsFor(problem, text)}</MessageBarBody>
    </MessageBar>
  );
}

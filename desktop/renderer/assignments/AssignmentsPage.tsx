import { TaskListSquareLtrRegular } from '@fluentui/react-icons';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';

/** The place where assignments are looked for; nothing assigns any yet. */
export function AssignmentsPage() {
  const text = useText();
  return (
    <Empty isPage icon={<TaskListSquareLtrRegular />} title={text('assignments.empty.title')}>
      {text('assignments.empty.text')}
    </Empty>
  );
}

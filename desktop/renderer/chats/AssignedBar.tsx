import { Link, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useAssignments } from '../api/assignments.ts';
import { hrefOf } from '../routes.ts';
import { useText } from '../text.ts';
import { useChatPageStyles } from './chatPageStyles.ts';

export const useAssignedHere = (chatId: string) => useAssignments({ direction: 'inbound', tab: 'active', chatId });

/** An assignment has its own log; this bar leads there from the chat itself (behaviour 2.8). */
export function AssignedBar({ chatId }: { chatId: string }) {
  const styles = useChatPageStyles();
  const text = useText();
  const { data } = useAssignedHere(chatId);
  const [first, second] = data?.pages.flatMap(({ items }) => items) ?? [];
  if (!first) return null;
  return (
    <div className={styles.notice}>
      <MessageBar layout="multiline">
        <MessageBarBody>
          {text('chat.assignedToYou')}{' '}
          <Link
            inline
            href={hrefOf(second ? { page: 'assignments', tab: 'active' } : { page: 'assignment', id: first.id })}
          >
            {text('chat.openAssignment', { count: second ? 2 : 1 })}
          </Link>
        </MessageBarBody>
      </MessageBar>
    </div>
  );
}

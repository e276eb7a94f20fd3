import { LinkTabs } from '../shell/LinkTabs.tsx';
import { useAssignmentCounts } from '../api/assignmentCounts.ts';
import type { Scope } from '../routes.ts';
import { useText } from '../text.ts';

interface Props {
  current: Scope | 'all' | 'questions' | 'asked';
  /** For the narrow space above the list. */
  isSmall?: boolean;
}

/**
 * The scopes of the inbox: all, questions only, events on received and on sent assignments, and the person's own
 * questions.
 */
export function ScopeTabs({ current, isSmall }: Props) {
  const text = useText();
  const unread = useAssignmentCounts().data?.unread;
  const words = (scope: Scope): string => {
    const count = unread?.[scope] ?? 0;
    return count > 0 ? text(`told.scope.${scope}Unread`, { count }) : text(`told.scope.${scope}`);
  };
  return (
    <LinkTabs
      label={text('told.scopes')}
      isSmall={isSmall}
      places={[
        { href: '#/notifications', words: text('told.scope.all'), isCurrent: current === 'all' },
        {
          href: '#/notifications?scope=questions',
          words: text('told.scope.questions'),
          isCurrent: current === 'questions',
        },
        { href: '#/notifications?scope=inbound', words: words('inbound'), isCurrent: current === 'inbound' },
        { href: '#/notifications?scope=outbound', words: words('outbound'), isCurrent: current === 'outbound' },
        { href: '#/notifications?scope=asked', words: text('asked.tab'), isCurrent: current === 'asked' },
      ]}
    />
  );
}

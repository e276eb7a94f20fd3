import { LinkTabs } from '../shell/LinkTabs.tsx';
import { useAssignmentCounts } from '../api/assignmentCounts.ts';
import type { Scope } from '../routes.ts';
import { useText } from '../text.ts';

interface Props {
  current: Scope | 'all' | 'questions' | 'asked';
  /** Above the list, which is narrow. */
  isSmall?: boolean;
}

/**
 * Parts what reaches a person: all, questions only, what has happened to assignments of theirs, to those that they
 * have sent, and what they have asked themselves.
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

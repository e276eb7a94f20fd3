import { useText } from '../text.ts';
import { LinkTabs } from '../shell/LinkTabs.tsx';

/** Tabs for received and sent assignments. */
export function Sides({ current }: { current: 'active' | 'history' | 'sent' }) {
  const text = useText();
  return (
    <LinkTabs
      label={text('assignments.sides')}
      places={[
        { href: '#/assignments', words: text('assignments.tab.active'), isCurrent: current === 'active' },
        { href: '#/assignments?tab=history', words: text('assignments.tab.history'), isCurrent: current === 'history' },
        { href: '#/assignments/sent', words: text('assignments.tab.sent'), isCurrent: current === 'sent' },
      ]}
    />
  );
}

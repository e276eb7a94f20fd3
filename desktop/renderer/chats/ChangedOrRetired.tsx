import type { Chat } from '../../../contract/chats.ts';
import { useRetiredOn } from '../retirement/retiredOn.ts';
import { useText } from '../text.ts';
import { When } from '../When.tsx';

/** When a chat in a list was changed last, or retired. */
export function ChangedOrRetired({ updatedAt, retiredAt }: Pick<Chat, 'updatedAt' | 'retiredAt'>) {
  const text = useText();
  const retiredOn = useRetiredOn();
  if (retiredAt !== null) return <span>{retiredOn(retiredAt)}</span>;
  return (
    <span>
      {text('chat.changed')} <When at={updatedAt} />
    </span>
  );
}

import { Button } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNewestChat } from '../api/chats.ts';
import { ChatDialog } from '../chats/ChatDialog.tsx';
import { FormDialog } from '../shell/FormDialog.tsx';
import { Failed } from '../shell/states.tsx';
import { ToCome } from '../shell/ToCome.tsx';
import { useText } from '../text.ts';

interface Props {
  id: string;
  name: string;
}

/** Opens the dialog in which a chat is changed. The list does not hold its settings: they are read when it opens. */
export function EditChatButton({ id, name }: Props) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const label = text('chat.editButton');
  return (
    <>
      <Button icon={<EditRegular />} aria-label={`${label} ${name}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <EditDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

function EditDialog({ id, onClose }: { id: string; onClose(): void }) {
  const text = useText();
  const chat = useNewestChat(id);
  if (chat.data) return <ChatDialog chat={chat.data} isOpen onClose={onClose} onSaved={onClose} />;
  if (chat.error)
    return (
      <FormDialog title={text('chat.edit')} isOpen onClose={onClose}>
        <Failed error={chat.error} onRetry={() => void chat.refetch()} />
      </FormDialog>
    );
  return <ToCome onLeft={onClose} />;
}

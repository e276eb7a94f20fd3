import { Button, Menu, MenuItem, MenuItemLink, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  ArchiveRegular,
  EditRegular,
  MoreHorizontalRegular,
  PersonAddRegular,
  TaskListSquareLtrRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import type { Chat } from '../../../contract/chats.ts';
import type { Assigned } from '../../../contract/sendings.ts';
import { useMe } from '../api/queries.ts';
import { useChatRetirement } from '../api/retirement.ts';
import { useFocusKept } from '../retirement/useFocusKept.ts';
import { hrefOf } from '../routes.ts';
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx';
import { lazyDialog } from '../shell/lazyDialog.tsx';
import { useText } from '../text.ts';
import { useSay } from '../useSay.ts';
import { ChatDialog } from './ChatDialog.tsx';

const AssignDialog = lazyDialog(async () => (await import('../assignments/AssignDialog.tsx')).AssignDialog);

type Opened = 'edit' | 'assign' | 'retire' | null;

/**
 * The actions on a chat, as far as the person may perform them. A retired one is neither edited nor assigned.
 */
export function ChatMenu({ chat }: { chat: Chat }) {
  const text = useText();
  const me = useMe();
  const [opened, setOpened] = useState<Opened>(null);
  const say = useSay();
  const close = () => setOpened(null);
  const isInUse = chat.retiredAt === null;
  const place = useFocusKept(!isInUse);
  if (!me.data || me.data.isGuest) return null;
  const onAssigned = ({ people, sending }: Assigned): void => {
    close();
    const words = sending.recurrence === null ? text('assign.done', { count: people }) : text('assign.willRecur');
    say(words, { href: hrefOf({ page: 'sending', id: sending.id }), label: text('assign.follow') });
  };
  return (
    <div ref={place}>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" icon={<MoreHorizontalRegular />} aria-label={text('chat.more')} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {chat.may.change && isInUse && (
              <MenuItem icon={<EditRegular />} onClick={() => setOpened('edit')}>
                {text('chat.editButton')}
              </MenuItem>
            )}
            {chat.may.assign && isInUse && (
              <MenuItem icon={<PersonAddRegular />} onClick={() => setOpened('assign')}>
                {text('chat.assign')}
              </MenuItem>
            )}
            <MenuItemLink icon={<TaskListSquareLtrRegular />} href={hrefOf({ page: 'sent', chatId: chat.id })}>
              {text('chat.assigned')}
            </MenuItemLink>
            {chat.may.change && isInUse && (
              <MenuItem icon={<ArchiveRegular />} onClick={() => setOpened('retire')}>
                {text('retire.button')}
              </MenuItem>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
      <ChatDialog chat={chat} isOpen={opened === 'edit'} onClose={close} onSaved={close} />
      <RetireDialog chat={chat} isOpen={opened === 'retire'} onClose={close} />
      {opened === 'assign' && <AssignDialog chat={chat} onClose={close} onAssigned={onAssigned} />}
    </div>
  );
}

function RetireDialog({ chat: { id, name }, isOpen, onClose }: { chat: Chat; isOpen: boolean; onClose(): void }) {
  const text = useText();
  const { retire } = useChatRetirement(id);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpen={(isWanted) => !isWanted && onClose()}
      title={text('chat.retire.title', { chat: name })}
      confirmLabel={text('retire.confirm')}
      keepLabel={text('retire.keep')}
      said={text('chat.retire.said')}
      onConfirm={() => retire.mutateAsync()}
    >
      {text('chat.retire.text')}
    </ConfirmDialog>
  );
}

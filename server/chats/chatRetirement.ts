import type { Chat } from '../../contract/chats.ts';
import { chatRetirement } from '../flow/chatRetirementStore.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { createRetirement, type RetirementService } from '../foundation/retirementService.ts';
import type { ChatService } from './chatService.ts';

/** Nobody can begin a conversation in a retired chat; those that have begun continue. Its maker and administrators retire a chat. */
export type ChatRetirement = RetirementService<Chat>;

interface Parts {
  units: UnitOfWork;
  chats: Pick<ChatService, 'openToChange' | 'show'>;
  now(): number;
}

export const createChatRetirement = ({ units, chats, now }: Parts): ChatRetirement =>
  createRetirement({
    units,
    store: chatRetirement,
    actions: { retired: 'chat.retired', restored: 'chat.restored' },
    requireOwner: (id, caller) => chats.openToChange(id, caller),
    show: async (id, caller) => (await chats.show([await chats.openToChange(id, caller)], caller))[0]!,
    now,
  });

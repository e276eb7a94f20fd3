import type { Knex } from 'knex';
import { forbidden, notFound } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { mayChangeChat, mayReadChat, NO_STANDING, type ChatStanding } from './chatAccessRules.ts';
import { findChat, type StoredChat } from './chatStore.ts';
import { findVersion } from './chatVersionStore.ts';
import { findUsableChat, type UsableChat } from './usableChatStore.ts';

/** A chat as somebody sees it. */
export type SeenChat = StoredChat & Pick<ChatStanding, 'isTheirs' | 'isUsable'>;

export interface OpenChats {
  /** A chat that the caller may use. @throws ProblemError not_found */
  open(id: string, caller: Caller): Promise<UsableChat>;
  /** A chat whose settings the caller may read: for administrators each, also one that is closed to them. @throws ProblemError not_found */
  openToRead(id: string, caller: Caller): Promise<SeenChat>;
  /** A chat that the caller may change. @throws ProblemError not_found, forbidden */
  openToChange(id: string, caller: Caller): Promise<SeenChat>;
  /** A chat that the caller may use, as they read it. */
  asReadBy(caller: Caller, chat: UsableChat): Promise<SeenChat>;
}

interface Parts {
  reader: Knex;
  now(): number;
}

/** Opens chats for those who use, read or change them. */
export function createOpenChats({ reader, now }: Parts): OpenChats {
  /** In the version to which the caller's assignments pin it, if they have it only through these. */
  async function inItsVersion(chat: UsableChat): Promise<UsableChat> {
    const version = chat.pinnedTo === null ? null : await findVersion(reader, chat.id, chat.pinnedTo);
    if (!version) return chat;
    const { savedAt: updatedAt, ...content } = version;
    return { ...chat, ...content, updatedAt };
  }

  /** Whoever may change a chat reads its newest version, because changes are based on that. */
  const asReadBy = async (caller: Caller, chat: UsableChat): Promise<SeenChat> =>
    mayChangeChat(caller, chatStandingOf(caller, chat)) ? chat : inItsVersion(chat);

  async function openToRead(id: string, caller: Caller): Promise<SeenChat> {
    const usable = await findUsableChat(reader, id, caller, now());
    if (usable) return asReadBy(caller, usable);
    const chat = mayReadChat(caller, NO_STANDING) ? await findChat(reader, id) : null;
    if (!chat) throw notFound('chat');
    return { ...chat, isTheirs: false, isUsable: false };
  }

  return {
    async open(id, caller) {
      const chat = await findUsableChat(reader, id, caller, now());
      if (!chat) throw notFound('chat');
      return inItsVersion(chat);
    },

    openToRead,

    async openToChange(id, caller) {
      const chat = await openToRead(id, caller);
      if (mayChangeChat(caller, chatStandingOf(caller, chat))) return chat;
      throw forbidden('Only the person who made this chat and administrators may change it.');
    },

    asReadBy,
  };
}

export const chatStandingOf = (
  { person }: Pick<Caller, 'person'>,
  { createdBy, isTheirs, isUsable }: SeenChat,
): ChatStanding => ({ isMaker: createdBy === person.id, isTheirs, isUsable });

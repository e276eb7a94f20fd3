import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import { isGuest } from '../people/identity/guests.ts';
import type { SkipReason } from '../../contract/sendings.ts';
import { findChat, type StoredChat } from '../chats/chatStore.ts';
import { pinned } from '../chats/logStore.ts';
import { findUsableChat } from '../chats/usableChatStore.ts';
import { flowRetirement } from '../flow/retirementStore.ts';
import { whoMayNotStart, type Administrators } from '../flow/flowStarters.ts';
import { check, failed, refused, type ProblemError } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import type { Terms } from './assignmentRows.ts';
import { needsFlow } from './assignmentRules.ts';
import type { PrincipalDirectory } from './principals.ts';

/** What is assigned, and by whom. */
export interface ChatToAssign extends Pick<Terms, 'criterion' | 'chatVersion'> {
  chatId: string;
  name: string;
  creator: Person;
}

/** Why it cannot be assigned to anybody now. */
export type Blocker = Extract<SkipReason, 'sender_without_chat' | 'chat_retired' | 'flow_missing' | 'flow_retired'>;

/** Whether something can still be assigned: the conditions may have changed since it was sent. */
export interface Assignable {
  /** Null: nothing prevents it. @param caller who assigns it; absent for the clock */
  blockerOf(given: ChatToAssign, caller?: Caller): Promise<Blocker | null>;
  /** Those of these people who may not start the chat's flow, although the criterion needs it. */
  withoutFlow(given: Omit<ChatToAssign, 'creator'>, people: Person[], caller?: Caller): Promise<Person[]>;
}

interface Parts {
  reader: Knex;
  directory: PrincipalDirectory;
  administrators: Administrators;
  now(): number;
}

export function createAssignable(parts: Parts): Assignable {
  const { reader, directory, now } = parts;

  /** A sender who has left the directory is judged by the stored data. */
  async function sender(
    { creator }: ChatToAssign,
    caller: Caller | undefined,
  ): Promise<Pick<Caller, 'person' | 'isGuest'>> {
    if (caller?.person.id === creator.id) return caller;
    const person = await directory.personById(creator.id);
    return person ? { person, isGuest: isGuest(person) } : { person: creator, isGuest: false };
  }

  /** The chat's flow, in the version that counts. */
  const flowOf = async (chat: StoredChat, given: Omit<ChatToAssign, 'creator'>): Promise<string | null> =>
    (await pinned(reader, chat, given)).flowId;

  return {
    async blockerOf(given, caller) {
      const chat = await findUsableChat(reader, given.chatId, await sender(given, caller), now());
      if (!chat?.isTheirs) return 'sender_without_chat';
      if (chat.retiredAt !== null) return 'chat_retired';
      if (!needsFlow(given.criterion)) return null;
      const flowId = await flowOf(chat, given);
      if (flowId === null) return 'flow_missing';
      return (await flowRetirement.isRetired(reader, flowId)) ? 'flow_retired' : null;
    },

    async withoutFlow(given, people, caller) {
      const chat = needsFlow(given.criterion) ? await findChat(reader, given.chatId) : null;
      const flowId = chat && (await flowOf(chat, given));
      return flowId === null ? [] : whoMayNotStart(parts, flowId, people, caller ?? null);
    },
  };
}

const REFUSALS: Record<Blocker, () => ProblemError> = {
  chat_retired: () => refused('chat_retired', { chatId: check('chatRetired') }),
  flow_missing: () => refused('invalid_transition', { criterion: check('flowMissing') }),
  flow_retired: () => refused('flow_retired', { criterion: check('criterionFlowRetired') }),
  sender_without_chat: () => refused('forbidden', { chatId: check('senderWithoutChat') }),
};

export const blocked = (blocker: Blocker): ProblemError => REFUSALS[blocker]();

/** How many people the message names. */
const NAMED = 10;

/** @throws ProblemError validation_failed on the field that named them, if there are any */
export function refusePeople(field: 'principals' | 'to', people: Person[]): void {
  if (people.length === 0) return;
  const named = people.slice(0, NAMED).map(({ displayName }) => displayName);
  const names = [...named, ...(people.length > NAMED ? ['…'] : [])].join(', ');
  throw failed({ [field]: check('mayNotStart', { names }) });
}

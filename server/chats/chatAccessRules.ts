import type { MayDoWithChat } from '../../contract/chats.ts';
import { isAdministrator, type Caller } from '../foundation/http/authenticate.ts';

/** The caller's properties that access to chats depends on. */
export type AccessCaller = Pick<Caller, 'roles' | 'isGuest'>;

/** What a chat is to a person. */
export interface ChatStanding {
  /** They have made it. */
  isMaker: boolean;
  /** They may use it by themselves: they have made it, its access list names them, or it is open to all members. */
  isTheirs: boolean;
  /** They may use it, by themselves or through an assignment. */
  isUsable: boolean;
}

/** Of somebody to whom the chat is closed. */
export const NO_STANDING: ChatStanding = { isMaker: false, isTheirs: false, isUsable: false };

/** Reading and writing one's own log of it. Administrators have no part in conversations of chats that are closed to them. */
export const mayUseChat = (_caller: AccessCaller, { isUsable }: ChatStanding): boolean => isUsable;

/** Changing it, retiring it and bringing it back. */
export const mayChangeChat = (caller: AccessCaller, { isMaker }: ChatStanding): boolean =>
  isMaker || isAdministrator(caller);

/** Reading its settings and their versions. */
export const mayReadChat = (caller: AccessCaller, standing: ChatStanding): boolean =>
  mayUseChat(caller, standing) || mayChangeChat(caller, standing);

const mayAssignChat = ({ isGuest }: AccessCaller, { isTheirs }: ChatStanding): boolean => isTheirs && !isGuest;

/** Seeing who else may use it. */
export const maySeeUsers = (caller: AccessCaller, standing: ChatStanding): boolean =>
  mayAssignChat(caller, standing) || isAdministrator(caller);

export const whatMayDoWithChat = (caller: AccessCaller, standing: ChatStanding): MayDoWithChat => ({
  use: mayUseChat(caller, standing),
  assign: mayAssignChat(caller, standing),
  change: mayChangeChat(caller, standing),
});

/** The audit entry of one change of access to a chat. */
export interface AccessChange {
  action: 'chat.granted' | 'chat.revoked' | 'chat.opened' | 'chat.restricted';
  detail?: { user: string };
}

/**
 * The changes between two access lists of a chat. An empty list means everybody.
 * @param before lower-case e-mail addresses
 */
export function accessChanges(before: readonly string[], after: readonly string[]): AccessChange[] {
  const changes: AccessChange[] = [
    ...missingIn(before, after).map((user) => ({ action: 'chat.granted' as const, detail: { user } })),
    ...missingIn(after, before).map((user) => ({ action: 'chat.revoked' as const, detail: { user } })),
  ];
  const [wasOpen, isOpen] = [before.length === 0, after.length === 0];
  if (wasOpen !== isOpen) changes.push({ action: isOpen ? 'chat.opened' : 'chat.restricted' });
  return changes;
}

function missingIn(list: readonly string[], addresses: readonly string[]): string[] {
  const known = new Set(list);
  return addresses.filter((address) => !known.has(address));
}

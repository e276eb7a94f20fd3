// The content of the workspace, as its people see it.
import { named, type Block, type NamedBlock, type View } from './blockKit.ts';
import type { Member } from './emulator.ts';

export interface SlackMessage {
  channel: string;
  ts: string;
  isFromApp: boolean;
  text: string;
  blocks: NamedBlock[];
  /** The original from the Web API, which payloads include. */
  raw: Record<string, unknown>;
  isEdited: boolean;
  /** Visible to one person, and gone when the page is reloaded. */
  isEphemeral: boolean;
}

export interface SlackFile {
  name: string;
  type: string;
  bytes: Buffer;
  /** Replaces the workspace's file origin. */
  origin?: string;
}

/** What one person sees. */
export interface MemberScreen {
  messages: SlackMessage[];
  home: View | null;
  /** Open modals; the last one is on top. */
  modals: View[];
}

export interface Workspace {
  members: readonly Member[];
  member(key: string): Member | undefined;
  desk(userId: string): MemberScreen;
  /** The user who may open a modal, by trigger id. */
  triggers: Map<string, string>;
  /** Uploaded files, by id. */
  files: Map<string, SlackFile>;
  /** Adds a message, or replaces the one with the same `ts`. */
  putMessage(userId: string, message: SlackMessage): void;
  removeMessage(userId: string, ts: string): void;
  putHome(userId: string, view: View): void;
  putModal(userId: string, view: View, how: 'open' | 'push' | 'replace'): void;
  /** @param all also closes those beneath it */
  closeModal(userId: string, viewId: string, all?: boolean): void;
  findView(viewId: string): { userId: string; view: View } | undefined;
  /** @returns a function that unsubscribes */
  onChange(listener: (userId: string) => void): () => void;
}

const WHISPERS_KEPT = 20;

/** Reads blocks from unchecked input. */
export const blocksOf = (value: unknown): NamedBlock[] => named(Array.isArray(value) ? (value as Block[]) : []);

export const viewOf = (raw: unknown): View => {
  const view = raw as View;
  return { ...view, blocks: blocksOf(view.blocks) };
};

function putModal(desk: MemberScreen, view: View, how: 'open' | 'push' | 'replace'): void {
  const index = desk.modals.findIndex(({ id }) => id === view.id);
  if (index >= 0) desk.modals[index] = view;
  else if (how === 'open') desk.modals = [view];
  else if (how === 'push') desk.modals.push(view);
  else desk.modals.splice(-1, 1, view);
}

function putMessage({ messages }: MemberScreen, message: SlackMessage): void {
  const index = messages.findIndex(({ ts }) => ts === message.ts);
  if (index < 0) messages.push(message);
  else messages[index] = message;
  const whispers = messages.filter(({ isEphemeral }) => isEphemeral);
  if (whispers.length > WHISPERS_KEPT) messages.splice(messages.indexOf(whispers[0]!), 1);
}

export function createWorkspace(members: readonly Member[]): Workspace {
  const desks = new Map<string, MemberScreen>(
    members.map(({ userId }) => [userId, { messages: [], home: null, modals: [] }]),
  );
  const listeners = new Set<(userId: string) => void>();

  function desk(userId: string): MemberScreen {
    const found = desks.get(userId);
    if (!found) throw new Error(`Nobody in this workspace is ${userId}.`);
    return found;
  }

  function change(userId: string, how: (desk: MemberScreen) => void): void {
    how(desk(userId));
    listeners.forEach((listener) => listener(userId));
  }

  return {
    members,
    triggers: new Map(),
    files: new Map(),
    member: (key) => members.find(({ person }) => person.key === key),
    desk,
    putMessage: (userId, message) => change(userId, (found) => putMessage(found, message)),
    removeMessage: (userId, ts) =>
      change(userId, (found) => void (found.messages = found.messages.filter((each) => each.ts !== ts))),
    putHome: (userId, view) => change(userId, (found) => void (found.home = view)),
    putModal: (userId, view, how) => change(userId, (found) => putModal(found, view, how)),
    closeModal: (userId, viewId, all = false) =>
      change(userId, (found) => void (found.modals = all ? [] : found.modals.filter(({ id }) => id !== viewId))),
    findView(viewId) {
      for (const [userId, { home, modals }] of desks) {
        const view = [...modals, home].find((each) => each?.id === viewId);
        if (view) return { userId, view };
      }
      return undefined;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

// What stands in the workspace, as its people see it.
import { named, type Block, type View } from './blockKit.ts';
import type { Member, SlackResult } from './emulator.ts';

export interface SlackMessage {
  channel: string;
  ts: string;
  isFromApp: boolean;
  text: string;
  blocks: ReturnType<typeof named>;
  /** As the Web API gave it; payloads carry it back. */
  raw: Record<string, unknown>;
  isEdited: boolean;
  /** Seen by one person, gone when the page is loaded anew. */
  isEphemeral: boolean;
}

/** What one person has before them. */
export interface Desk {
  messages: SlackMessage[];
  home: View | null;
  /** Open modals; the last one is on top. */
  modals: View[];
}

/** A call of the Web API: what was asked, and what it was answered with. */
export interface ApiCall {
  method: string;
  args: Record<string, unknown>;
  result: SlackResult;
}

export interface Workspace {
  members: readonly Member[];
  member(key: string): Member | undefined;
  desk(userId: string): Desk;
  /** Whose modal a trigger id may open. */
  triggers: Map<string, string>;
  /** Takes note of what a call has changed. */
  record(call: ApiCall): void;
  addMessage(userId: string, message: SlackMessage): void;
  putModal(userId: string, view: View, how: 'open' | 'push' | 'replace'): void;
  /** @param all also those beneath it */
  closeModal(userId: string, viewId: string, all?: boolean): void;
  findView(viewId: string): { userId: string; view: View } | undefined;
  /** @returns a function that ends it */
  onChange(listener: (userId: string) => void): () => void;
}

const EPHEMERAL_KEPT = 20;

const blocksOf = (value: unknown): ReturnType<typeof named> => named(Array.isArray(value) ? (value as Block[]) : []);

function messageOf(channel: string, raw: Record<string, unknown>, isFromApp: boolean): SlackMessage {
  return {
    channel,
    ts: String(raw['ts']),
    isFromApp,
    text: String(raw['text'] ?? ''),
    blocks: blocksOf(raw['blocks']),
    raw,
    isEdited: raw['edited'] !== undefined,
    isEphemeral: false,
  };
}

export const viewOf = (raw: unknown): View => {
  const view = raw as View;
  return { ...view, blocks: blocksOf(view.blocks) };
};

/** @param appUserId whose messages are the app's */
export function createWorkspace(members: readonly Member[], appUserId: string): Workspace {
  const desks = new Map<string, Desk>(members.map(({ userId }) => [userId, { messages: [], home: null, modals: [] }]));
  const listeners = new Set<(userId: string) => void>();
  const triggers = new Map<string, string>();
  const changed = (userId: string) => listeners.forEach((listener) => listener(userId));
  const ownerOf = (channel: unknown) =>
    members.find((each) => each.channel === channel || each.userId === channel)?.userId;

  function desk(userId: string): Desk {
    const found = desks.get(userId);
    if (!found) throw new Error(`Nobody in this workspace is ${userId}.`);
    return found;
  }

  function addMessage(userId: string, message: SlackMessage): void {
    const { messages } = desk(userId);
    const index = messages.findIndex(({ ts }) => ts === message.ts);
    if (index < 0) messages.push(message);
    else messages[index] = message;
    const fleeting = messages.filter(({ isEphemeral }) => isEphemeral);
    if (fleeting.length > EPHEMERAL_KEPT) messages.splice(messages.indexOf(fleeting[0]!), 1);
    changed(userId);
  }

  function posted({ result }: ApiCall): void {
    const userId = ownerOf(result['channel']);
    const raw = { ...(result['message'] as Record<string, unknown>), ts: result['ts'] };
    if (userId)
      addMessage(userId, messageOf(String(result['channel']), raw, (raw as { user?: string }).user === appUserId));
  }

  function postedToOne({ args, result }: ApiCall): void {
    const raw = { ts: result['message_ts'], text: args['text'], blocks: fromJson(args['blocks']) };
    const userId = String(args['user']);
    addMessage(userId, { ...messageOf(String(args['channel']), raw, true), isEphemeral: true });
  }

  function deleted({ result }: ApiCall): void {
    const userId = ownerOf(result['channel']);
    if (!userId) return;
    const found = desk(userId);
    found.messages = found.messages.filter(({ ts }) => ts !== result['ts']);
    changed(userId);
  }

  function putModal(userId: string, view: View, how: 'open' | 'push' | 'replace'): void {
    const found = desk(userId);
    const index = found.modals.findIndex(({ id }) => id === view.id);
    if (index >= 0) found.modals[index] = view;
    else if (how === 'open') found.modals = [view];
    else if (how === 'push') found.modals.push(view);
    else found.modals.splice(-1, 1, view);
    changed(userId);
  }

  const openedBy = (how: 'open' | 'push') => (call: ApiCall) => {
    const userId = triggers.get(String(call.args['trigger_id']));
    if (userId) putModal(userId, viewOf(call.result['view']), how);
  };

  function findView(viewId: string) {
    for (const [userId, { home, modals }] of desks) {
      const view = [...modals, home].find((each) => each?.id === viewId);
      if (view) return { userId, view };
    }
    return undefined;
  }

  function updated({ result }: ApiCall): void {
    const view = viewOf(result['view']);
    const found = findView(view.id);
    if (!found) return;
    if (view.type === 'home') setHome(found.userId, view);
    else putModal(found.userId, view, 'replace');
  }

  function setHome(userId: string, view: View): void {
    desk(userId).home = view;
    changed(userId);
  }

  const RECORDERS: Record<string, (call: ApiCall) => void> = {
    'chat.postMessage': posted,
    'chat.update': posted,
    'chat.postEphemeral': postedToOne,
    'chat.delete': deleted,
    'views.open': openedBy('open'),
    'views.push': openedBy('push'),
    'views.update': updated,
    'views.publish': ({ args, result }) => setHome(String(args['user_id']), viewOf(result['view'])),
  };

  return {
    members,
    member: (key) => members.find(({ person }) => person.key === key),
    desk,
    triggers,
    record: (call) => void (call.result.ok && RECORDERS[call.method]?.(call)),
    addMessage,
    putModal,
    closeModal(userId, viewId, all = false) {
      const found = desk(userId);
      found.modals = all ? [] : found.modals.filter(({ id }) => id !== viewId);
      changed(userId);
    },
    findView,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Arguments come as JSON, or as a form whose fields hold JSON. */
export function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

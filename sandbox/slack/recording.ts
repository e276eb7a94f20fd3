// Applies Web API calls to the workspace.
import type { SlackResult } from './emulator.ts';
import { SLACK_APP } from './slackApp.ts';
import { blocksOf, viewOf, type SlackMessage, type Workspace } from './workspace.ts';

/** A Web API call with its response. */
export interface ApiCall {
  method: string;
  args: Record<string, unknown>;
  result: SlackResult;
}

/** Arguments are JSON, or a form whose fields contain JSON. Undefined if neither. */
export function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

/** A message of the app that only one person sees. @param ts its time in seconds, which also determines its position */
export const whisperOf = (channel: string, ts: string, { text, blocks }: Record<string, unknown>): SlackMessage => ({
  channel,
  ts,
  isFromApp: true,
  text: typeof text === 'string' ? text : '',
  blocks: blocksOf(fromJson(blocks)),
  raw: { ts, text, blocks },
  isEdited: false,
  isEphemeral: true,
});

const ownerOf = ({ members }: Workspace, channel: unknown) => members.find((each) => each.channel === channel)?.userId;

function posted(workspace: Workspace, { result }: ApiCall): void {
  const channel = String(result['channel']);
  const userId = ownerOf(workspace, channel);
  const raw = { ...(result['message'] as Record<string, unknown>), ts: result['ts'] } as Record<string, unknown>;
  if (!userId) return;
  workspace.putMessage(userId, {
    channel,
    ts: String(raw['ts']),
    isFromApp: raw['user'] === SLACK_APP.botUserId,
    text: String(raw['text'] ?? ''),
    blocks: blocksOf(raw['blocks']),
    raw,
    isEdited: raw['edited'] !== undefined,
    isEphemeral: false,
  });
}

function updated(workspace: Workspace, { result }: ApiCall): void {
  const view = viewOf(result['view']);
  const userId = workspace.findView(view.id)?.userId;
  if (!userId) return;
  if (view.type === 'home') workspace.putHome(userId, view);
  else workspace.putModal(userId, view, 'replace');
}

const opened =
  (how: 'open' | 'push') =>
  (workspace: Workspace, { args, result }: ApiCall): void => {
    const userId = workspace.triggers.get(String(args['trigger_id']));
    if (userId) workspace.putModal(userId, viewOf(result['view']), how);
  };

const RECORDERS: Record<string, (workspace: Workspace, call: ApiCall) => void> = {
  'chat.postMessage': posted,
  'chat.update': posted,
  'chat.postEphemeral': (workspace, { args, result }) =>
    workspace.putMessage(String(args['user']), whisperOf(String(args['channel']), String(result['message_ts']), args)),
  'chat.delete': (workspace, { result }) => {
    const userId = ownerOf(workspace, result['channel']);
    if (userId) workspace.removeMessage(userId, String(result['ts']));
  },
  'views.open': opened('open'),
  'views.push': opened('push'),
  'views.update': updated,
  'views.publish': (workspace, { args, result }) => workspace.putHome(String(args['user_id']), viewOf(result['view'])),
};

/** Records the changes of a call. */
export function record(workspace: Workspace, call: ApiCall): void {
  if (call.result.ok) RECORDERS[call.method]?.(workspace, call);
}

// Sends people's actions in the workspace to the product as Slack would.
import { randomUUID } from 'node:crypto';
import { elementsOf, type NamedBlock, type View } from './blockKit.ts';
import { tokenOf, type Emulator, type Member } from './emulator.ts';
import {
  closing,
  eventCallback,
  homeOpened,
  messageEvent,
  pressOnMessage,
  pressOnView,
  slashCommand,
  submission,
  type Action,
} from './payloads.ts';
import { fromJson, record } from './recording.ts';
import type { Responses } from './responses.ts';
import type { Posted, SignedPost } from './signedPost.ts';
import { checkForm, stateOf, type FormFields } from './viewState.ts';
import { viewOf, type Workspace } from './workspace.ts';

/** The result of an attempt for the page: field errors, or a failure; empty if it succeeded. */
export interface Attempt {
  /** Error messages by block id. */
  errors?: Record<string, string>;
  problem?: string;
}

/** A pressed element, in a message (`ts`) or in a view. */
export interface ButtonPress {
  ts?: string;
  viewId?: string;
  blockId: string;
  actionId: string;
  /** The values of the view's fields. */
  fields?: FormFields;
}

export interface Interactions {
  press(member: Member, pressed: ButtonPress): Promise<Attempt>;
  submit(member: Member, viewId: string, fields: FormFields): Promise<Attempt>;
  close(member: Member, viewId: string): Promise<Attempt>;
  /** Sends a message to the app, or a slash command. */
  say(member: Member, text: string): Promise<Attempt>;
  openHome(member: Member): Promise<Attempt>;
}

export interface InteractionParts {
  emulator: Emulator;
  workspace: Workspace;
  responses: Responses;
  post: SignedPost;
  /** The time of a message, in seconds. */
  stamp(): string;
  /** Epoch milliseconds */
  now(): number;
}

const FORM = 'application/x-www-form-urlencoded';
const GONE: Attempt = { problem: 'This is no longer there.' };

/** An app's response to a submitted modal. */
interface ViewResponse {
  response_action?: 'errors' | 'update' | 'push' | 'clear';
  errors?: Record<string, string>;
  view?: Partial<View>;
}

const outcome = (posted: Posted): Attempt => (posted.isTaken ? {} : { problem: posted.why });
/** Escapes typed text, so that it is never a Slack link, mention or date. */
const asTyped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const postPayload = (post: SignedPost, payload: object) =>
  post(new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), FORM);

const modalOf = ({ workspace }: InteractionParts, { userId }: Member, viewId: string) =>
  workspace.desk(userId).modals.find(({ id }) => id === viewId);

async function triggerFor({ emulator, workspace }: InteractionParts, { userId }: Member, viewId?: string) {
  const made = await emulator.call('views.generateTriggerId', { user_id: userId, view_id: viewId });
  const id = String(made['trigger_id']);
  workspace.triggers.set(id, userId);
  return id;
}

function actionIn(
  blocks: NamedBlock[],
  { blockId, actionId, fields = {} }: ButtonPress,
  at: string,
): Action | undefined {
  const block = blocks.find(({ block_id: id }) => id === blockId);
  const element = block && elementsOf(block).find(({ action_id: id }) => id === actionId);
  return element && { block_id: blockId, element, state: stateOf(blockId, element, fields), at };
}

async function press(parts: InteractionParts, member: Member, pressed: ButtonPress): Promise<Attempt> {
  const { workspace, responses, post, stamp } = parts;
  const { messages, modals, home } = workspace.desk(member.userId);
  const message = messages.find(({ ts }) => ts === pressed.ts);
  const view = [...modals, home].find((each) => each?.id === pressed.viewId);
  const action = actionIn((message ?? view)?.blocks ?? [], pressed, stamp());
  if (!action) return GONE;
  const done = { member, triggerId: await triggerFor(parts, member, view?.id), action };
  const payload = message
    ? pressOnMessage(done, message, responses.urlFor(member, message))
    : pressOnView(done, view!, checkForm(view!.blocks, pressed.fields ?? {}).values);
  return outcome(await postPayload(post, payload));
}

/** Applies the app's response to the submitted modal. */
function follow({ workspace }: InteractionParts, { userId }: Member, view: View, response: ViewResponse): Attempt {
  const { response_action: action, errors, view: next } = response;
  if (action === 'errors' && errors) return { errors };
  if (next && action === 'update') {
    const hash = randomUUID();
    workspace.putModal(userId, viewOf({ ...next, id: view.id, hash }), 'replace');
  } else if (next && action === 'push') workspace.putModal(userId, viewOf({ ...next, id: `V${randomUUID()}` }), 'push');
  else workspace.closeModal(userId, view.id, action === 'clear');
  return {};
}

async function submit(parts: InteractionParts, member: Member, viewId: string, fields: FormFields): Promise<Attempt> {
  const view = modalOf(parts, member, viewId);
  if (!view) return GONE;
  const { values, errors } = checkForm(view.blocks, fields);
  if (Object.keys(errors).length > 0) return { errors };
  const payload = submission(member, await triggerFor(parts, member, viewId), view, values);
  const posted = await postPayload(parts.post, payload);
  if (!posted.isTaken) return { problem: posted.why };
  return follow(parts, member, view, (fromJson(posted.body || '{}') as ViewResponse | undefined) ?? {});
}

async function close(parts: InteractionParts, member: Member, viewId: string): Promise<Attempt> {
  const view = modalOf(parts, member, viewId);
  if (!view) return {};
  parts.workspace.closeModal(member.userId, viewId);
  return view.notify_on_close ? outcome(await postPayload(parts.post, closing(member, view, {}))) : {};
}

async function command(parts: InteractionParts, member: Member, said: string): Promise<Attempt> {
  const { responses, post } = parts;
  const [name = '', ...rest] = said.split(' ');
  const more = { response_url: responses.urlFor(member, null), trigger_id: await triggerFor(parts, member) };
  const posted = await post(
    new URLSearchParams(slashCommand(member, { command: name, text: rest.join(' ').trim() }, more)).toString(),
    FORM,
  );
  if (posted.isTaken && posted.body.trim() !== '') {
    const answer = fromJson(posted.body);
    responses.whisper(member, typeof answer === 'object' ? (answer as Record<string, unknown>) : { text: posted.body });
  }
  return outcome(posted);
}

export function createInteractions(parts: InteractionParts): Interactions {
  const { emulator, workspace, post, stamp, now } = parts;
  const postEvent = (event: Record<string, unknown>) =>
    post(JSON.stringify(eventCallback(event, now())), 'application/json');

  return {
    press: (member, pressed) => press(parts, member, pressed),
    submit: (member, viewId, fields) => submit(parts, member, viewId, fields),
    close: (member, viewId) => close(parts, member, viewId),
    async say(member, text) {
      const said = text.trim();
      if (said === '') return {};
      if (said.startsWith('/')) return command(parts, member, said);
      const args = { channel: member.channel, text: asTyped(said) };
      const result = await emulator.call('chat.postMessage', args, tokenOf(member.person));
      record(workspace, { method: 'chat.postMessage', args, result });
      return outcome(await postEvent(messageEvent(member, { text: args.text, ts: String(result['ts']) })));
    },
    openHome: async (member) =>
      outcome(await postEvent(homeOpened(member, workspace.desk(member.userId).home, stamp()))),
  };
}

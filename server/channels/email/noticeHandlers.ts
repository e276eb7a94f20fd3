import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChannelHost } from '../../../contract/channel.ts';
import type { GivenAction } from '../../../contract/conversation.ts';
import type { Notice } from '../../../contract/messages.ts';
import type { Speech } from '../../../contract/speech.ts';
import { PROBLEMS } from '../../foundation/errors.ts';
import { noticePage } from './noticePage.ts';
import { unusable } from './responseForm.ts';
import { sendPage } from './responseReplies.ts';
import { outcomePage } from './statePages.ts';

interface Shown {
  notice: Notice;
  token: string;
  speech: Speech;
}

/** Shows the actions of a notice; nothing happens until a button on the page is pressed. */
export function showNotice({ query }: FastifyRequest, reply: FastifyReply, { speech, ...shown }: Shown): FastifyReply {
  const { action } = query as { action?: unknown };
  const actionId = typeof action === 'string' ? action : undefined;
  return sendPage(reply, 200, noticePage({ ...shown, actionId }, speech));
}

/** Takes the chosen action and shows the new state. */
export async function takeAction(
  host: Pick<ChannelHost, 'act'>,
  reply: FastifyReply,
  given: GivenAction,
  speech: Speech,
): Promise<FastifyReply> {
  const acted = await host.act(given);
  // the same text whatever the reason: the holder of a link does not learn what it was for
  if (acted.kind === 'refused') throw unusable();
  const { message, token } = acted.now;
  const status = acted.kind === 'done' ? 200 : PROBLEMS.request_closed.status;
  if (message.kind === 'notice')
    return sendPage(reply, status, noticePage({ notice: message, token, acted: acted.kind }, speech));
  if (message.kind === 'outcome')
    return sendPage(reply, status, outcomePage(message, { person: given.person, speech }));
  throw unusable(); // a question can only be answered, and has no actions
}

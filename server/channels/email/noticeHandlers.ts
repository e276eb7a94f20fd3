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

/** Shows what can be done about a notice; nothing is done before a button is pressed there. */
export function showNotice({ query }: FastifyRequest, reply: FastifyReply, { speech, ...shown }: Shown): FastifyReply {
  const { action } = query as { action?: unknown };
  const actionId = typeof action === 'string' ? action : undefined;
  return sendPage(reply, 200, noticePage({ ...shown, actionId }, speech));
}

/** Does what was chosen, and shows how it stands then. */
export async function takeAction(
  host: Pick<ChannelHost, 'act'>,
  reply: FastifyReply,
  given: GivenAction,
  speech: Speech,
): Promise<FastifyReply> {
  const acted = await host.act(given);
  // the same words whatever the reason: who holds a link is told nothing of what it would have led to
  if (acted.kind === 'refused') throw unusable();
  const { message, token } = acted.now;
  const status = acted.kind === 'done' ? 200 : PROBLEMS.request_closed.status;
  if (message.kind === 'notice')
    return sendPage(reply, status, noticePage({ notice: message, token, acted: acted.kind }, speech));
  if (message.kind === 'outcome') return sendPage(reply, status, outcomePage(message, speech));
  throw unusable(); // a question is answered, and nothing else can be done about it
}

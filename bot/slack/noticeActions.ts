import { notOffered, takeAction } from '../shared/takeAction.ts';
import { sourceOf } from './actionSource.ts';
import { whoPressed, type BlockActionCall } from './actions.ts';
import { readNoticeValue } from './actionValues.ts';
import { toMessage } from './post.ts';
import { tell, type SlackServices } from './replies.ts';

/** What leads to nothing. */
const NOTHING = { subjectId: '', actionId: '', token: '' };

/** A button of a notice: one press does it, and the notice shows how it stands then. */
export async function noticeAction(slack: SlackServices, call: BlockActionCall): Promise<void> {
  const { host, patient, nativePickers } = slack;
  const { body, action, respond } = call;
  const userId = body.user.id;
  const source = sourceOf(body, respond);
  const person = await whoPressed(slack, userId, source);
  if (!person) return;
  const taken = await takeAction(host, { ...(readNoticeValue(action.value) ?? NOTHING), person });
  if (taken.kind === 'refused') return tell(slack, userId, source, taken);
  if (taken.kind === 'not_offered') await tell(slack, userId, source, { text: notOffered({ person }) });
  if (source.kind === 'copy') {
    const { channel, ts } = source;
    await patient.chat
      .update({ channel, ts, ...toMessage(taken.now, nativePickers) })
      .catch((error: unknown) => host.log.warn({ err: error }, 'a notice in Slack could not be brought up to date'));
  }
}

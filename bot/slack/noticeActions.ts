import type { Speech } from '../../contract/speech.ts';
import { takeAction } from '../shared/takeAction.ts';
import { sourceOf } from './actionSource.ts';
import { actingPerson, type BlockActionCall } from './actions.ts';
import { readNoticeValue } from './actionValues.ts';
import { toMessage } from './post.ts';
import { tell, type Reply, type SlackServices } from './replies.ts';

/** A value that matches no subject. */
const NOTHING = { subjectId: '', actionId: '', token: '' };

/** Handles a press of a notice's button, then updates the notice. */
export async function noticeAction(slack: SlackServices, call: BlockActionCall): Promise<void> {
  const { host, people, patient, nativePickers } = slack;
  const { body, action } = call;
  const userId = body.user.id;
  const source = sourceOf(body);
  const whenAway = ({ say: word }: Speech) => ({ text: word('act.failed'), webUrl: host.inboxUrl });
  const person = await actingPerson(slack, { userId, source, whenAway });
  if (!person) return;
  const speech = people.speechOf(userId, { person });
  const say = (word: Reply) => tell(slack, { userId, source, speech }, word);
  const taken = await takeAction(host, { ...(readNoticeValue(action.value) ?? NOTHING), person }, speech);
  if (taken.kind === 'refused') return say(taken);
  if (taken.kind === 'not_offered') await say({ text: speech.say('act.notOffered') });
  if (source.kind === 'copy') {
    const { channel, ts } = source;
    await patient.chat
      .update({ channel, ts, ...toMessage({ ...taken.now, speech }, nativePickers) })
      .catch((error: unknown) => host.log.warn({ err: error }, 'a notice in Slack could not be brought up to date'));
  }
}

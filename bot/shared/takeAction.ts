import type { ChannelHost } from '../../contract/channel.ts';
import type { Acted, GivenAction } from '../../contract/conversation.ts';
import { ProblemError } from '../../contract/problem.ts';
import type { Speech } from '../../contract/speech.ts';

/** The result of an action in a chat. `refused`: why, and where the person can still act. */
export type TakenAction = Exclude<Acted, { kind: 'refused' }> | { kind: 'refused'; text: string; webUrl?: string };

/** Passes an action on a notice to its subject. Never rejects: our own failures are logged. */
export async function takeAction(
  host: Pick<ChannelHost, 'act' | 'inboxUrl' | 'log'>,
  given: GivenAction,
  { say, locale: language }: Speech,
): Promise<TakenAction> {
  try {
    const acted = await host.act({ ...given, language });
    if (acted.kind !== 'refused') return acted;
    const text = say(`act.${acted.id}`);
    return acted.id === 'link_unusable' ? { kind: 'refused', text, ...acted.values } : { kind: 'refused', text };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code === 'unavailable')
      host.log.error({ err: error, subject: given.subjectId, action: given.actionId }, 'an action could not be taken');
    return { kind: 'refused', text: say('act.failed'), webUrl: host.inboxUrl };
  }
}

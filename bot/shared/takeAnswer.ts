import type { ChannelHost } from '../../contract/channel.ts';
import type { Answered, GivenAnswer, Unusable } from '../../contract/conversation.ts';
import { ProblemError, type ProblemCode } from '../../contract/problem.ts';

/** Why an answer was refused; for an unusable token, the reason. */
export type RefusedCode = ProblemCode | `link_${Unusable}`;

/** The result of an answer in a chat. `refused`: why, and where the person can still act. */
export type AnswerResult =
  | Exclude<Answered, { kind: 'refused' }>
  | { kind: 'refused'; code: RefusedCode; webUrl: string };

/** Passes a submission to its request (behaviour 2.3, 5.2). Never rejects: our own failures are logged. */
export async function takeAnswer(
  host: Pick<ChannelHost, 'answer' | 'inboxUrl' | 'log'>,
  given: GivenAnswer,
): Promise<AnswerResult> {
  let { inboxUrl: webUrl } = host;
  const read: GivenAnswer['read'] = (question) => {
    webUrl = question.webUrl;
    return given.read(question);
  };
  try {
    const answered = await host.answer({ ...given, read });
    if (answered.kind !== 'refused') return answered;
    const { id, values } = answered;
    return { kind: 'refused', code: values.why ? `link_${values.why}` : id, webUrl: values.webUrl };
  } catch (error) {
    const code = error instanceof ProblemError ? error.code : 'internal';
    const { requestId: question, source } = given;
    if (code === 'internal' || code === 'unavailable')
      host.log.error({ err: error, question, channel: source.channel }, 'an answer could not be recorded');
    return { kind: 'refused', code, webUrl };
  }
}
